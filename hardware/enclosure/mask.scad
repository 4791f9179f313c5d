// The mask: a hole a cell, narrow at the window, wide enough for its lamp and phototransistor below.
include <parameters.scad>

plug = floor_thick - window - slack;  // up to the window
width = lane + 2 * wall + 2 * flange;

module hole(at) {
    translate([at[0], at[1], 0]) hull() {
        translate([0, 0, plug]) cylinder(d = aperture, h = 0.02);
        translate([-led_pocket[0] / 2, -led_pocket[1] / 2, -plate - 0.01])
            cube([led_pocket[0], led_pocket[1], 0.02]);
    }
}

module mask_part() {
    difference() {
        union() {
            translate([slack, -opening / 2 + slack, 0])
                cube([lane_length - 3 - 2 * slack, opening - 2 * slack, plug]);
            translate([0, -width / 2, -plate]) cube([lane_length, width, plate + 0.01]);
        }
        for (at = all_cells) hole(at);
        for (at = screws) translate([at[0], at[1], -plate - 1]) cylinder(d = screw, h = plate + 2);
    }
}

mask_part();
