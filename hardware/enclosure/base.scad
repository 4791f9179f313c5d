// The base: holds lane and funnel at their slope, the tower behind, the Pico and the panel beside.
include <parameters.scad>

length = 120;
width = lane + 2 * wall + 2 * flange + 4;
pico = [52, 22];
front = 14;
back = front + length * tan(slope);
stand = [tower_inside[0] + 2 * wall, tower_inside[1] + 2 * wall, back + 4];  // for the tower

module wedge(w, shrink) {
    rotate([90, 0, 0]) translate([0, 0, -w / 2]) linear_extrude(w) offset(delta = -shrink)
        polygon([[0, 0], [length, 0], [length, back], [0, front]]);
}

module base_part() {
    difference() {
        union() {
            wedge(width, 0);
            // a shelf for the Pico and the panel
            translate([0, width / 2 - 0.01, 0]) cube([length, pico[1] + 14, front]);
            translate([length - 0.01, -lane / 2 - wall, 0]) cube(stand);
        }
        translate([length + wall, -lane / 2, -1]) cube([stand[0] - 2 * wall, stand[1] - 2 * wall, stand[2] - wall + 1]);
        // hollow, open below
        intersection() {
            wedge(width - 2 * wall, wall);
            translate([0, -width, -1]) cube([length, 2 * width, back]);
        }
        translate([wall, -width / 2 + wall, -1]) cube([length - 2 * wall, width - 2 * wall, 1 + wall + 0.01]);
        // the lane board hangs through the slope
        translate([0, 0, front]) rotate([0, -slope, 0])
            translate([8, -(lane + 2 * wall) / 2, -wall - 6]) cube([lane_length, lane + 2 * wall, wall + 12]);
        translate([0, 0, front]) rotate([0, -slope, 0])
            for (at = screws) translate([at[0] + 8, at[1], -20]) cylinder(d = screw - 0.4, h = 30);
        // the Pico's pocket, its USB plug at the back, cables through the wall
        translate([length - pico[0] - 2, width / 2 + 6, front - 5]) cube([pico[0] + 3, pico[1], 6]);
        translate([length - 40, width / 2 - wall - 1, -1]) cube([20, wall + 12, 11]);
        // the shelf is hollow below the panel, with a way for its cables to the Pico
        translate([wall, width / 2 + 6, -1]) cube([length - pico[0] - 2 - 2 * wall + 1, pico[1] + 8 - wall, front - wall + 1]);
        translate([length - pico[0] - 10, width / 2 + 6, -1]) cube([pico[0] - 28, 5, 7]);
        // three buttons, 12 mm holes, and the knob, 7 mm
        translate([56, width / 2 + 18, -1]) cylinder(d = 7.2, h = front + 2);
        for (n = [0:2]) translate([10 + 16 * n, width / 2 + 18, -1]) cylinder(d = 12.2, h = front + 2);
    }
}

base_part();
