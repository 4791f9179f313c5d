// Print this first: lanes of three widths and three apertures. Take the tightest lane in which
// every die still slides by itself, and set `clearance` in parameters.scad.
include <parameters.scad>

clearances = [0.5, 0.7, 0.9];
apertures = [1.6, 1.8, 2.0];
length = 22;
step = die + 0.9 + wall;

module coupon_part() {
    difference() {
        cube([length, 3 * step + wall, floor_thick + 8]);
        for (n = [0:2]) {
            translate([-1, wall + n * step, floor_thick])
                cube([length + 2, die + clearances[n], 9]);
            // a hole as in the mask
            translate([length / 2, wall + n * step + die / 2, 0]) hull() {
                translate([0, 0, floor_thick]) cylinder(d = apertures[n], h = 0.02);
                translate([-led_pocket[0] / 2, -led_pocket[1] / 2, -0.01])
                    cube([led_pocket[0], led_pocket[1], 0.02]);
            }
            // one, two, three notches say which
            for (m = [0:n]) translate([3 + 3 * m, wall + n * step - wall / 2, floor_thick + 7])
                cube([1.2, wall, 2], center = true);
        }
    }
}

coupon_part();
