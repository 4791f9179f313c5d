// The tower: three baffles and a ramp turn the dice; open at the front below, over the funnel.
include <parameters.scad>

height = 130;
reach = 34;    // of a baffle
tilt = 35;
way_out = 42;

module baffle_at(z, from_front) {
    translate([from_front ? -wall / 2 : tower_inside[0] + wall / 2, -0.5, z])
        rotate([0, from_front ? tilt : -tilt, 0])
            translate([from_front ? 0 : -reach, 0, -wall]) cube([reach, tower_inside[1] + 1, wall]);
}

module ramp() {
    translate([0, tower_inside[1] + 0.5, 0]) rotate([90, 0, 0]) linear_extrude(tower_inside[1] + 1)
        polygon([[0, 0], [0, 2], [tower_inside[0] + 0.5, 30], [tower_inside[0] + 0.5, 0]]);
}

module tower_part() {
    difference() {
        translate([-wall, -wall, 0])
            cube([tower_inside[0] + 2 * wall, tower_inside[1] + 2 * wall, height]);
        translate([0, 0, -1]) cube([tower_inside[0], tower_inside[1], height + 2]);
        translate([-wall - 1, 0, 2]) cube([wall + 2, tower_inside[1], way_out]);
    }
    ramp();
    intersection() {
        union() {
            baffle_at(116, true);
            baffle_at(94, false);
            baffle_at(70, true);
        }
        translate([-wall / 2, -wall / 2, 0])
            cube([tower_inside[0] + wall, tower_inside[1] + wall, height - 1]);
    }
}

tower_part();
