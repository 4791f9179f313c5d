// The lane: two walls, a stop, and a window that slides in from the upper end.
include <parameters.scad>

outer = lane + 2 * wall;

module lane_part() {
    difference() {
        union() {
            translate([-wall, -outer / 2, -floor_thick])
                cube([lane_length + wall, outer, floor_thick + lane_height]);
            translate([0, -outer / 2 - flange, -floor_thick])
                cube([lane_length, outer + 2 * flange, floor_thick]);
        }
        // the lane itself
        translate([0, -lane / 2, 0]) cube([lane_length + 1, lane, lane_height + 1]);
        // the window, flush with the floor, a millimetre under each wall
        translate([0, -lane / 2 - 1, -window - slack])
            cube([lane_length + 1, lane + 2, window + slack + 0.01]);
        // the mask, from below
        translate([0, -opening / 2, -floor_thick - 1])
            cube([lane_length - 3, opening, floor_thick + 1]);
        // a finger from the side, over the boundary of the dice
        translate([second_slot, 0, lane_height])
            rotate([90, 0, 0]) cylinder(r = 9, h = outer + 2, center = true);
        for (at = screws) translate([at[0], at[1], -floor_thick - 1]) cylinder(d = screw, h = floor_thick + 2);
    }
}

lane_part();
