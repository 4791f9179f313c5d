// The funnel between tower and lane. One wall is straight: two dice side by side cannot wedge.
// It is thicker than the lane's floor by the mask's plate, so that the dice meet no step.
include <parameters.scad>

mouth = tower_inside[1];
length = 70;
height = 22;

module outline(grow) {
    offset(delta = grow) polygon([
        [0, -lane / 2], [length, -lane / 2], [length, mouth - lane / 2],
        [length - 12, mouth - lane / 2], [0, lane / 2],
    ]);
}

module funnel_part() {
    difference() {
        translate([0, 0, -floor_thick - plate]) linear_extrude(floor_thick + plate + height) outline(wall);
        linear_extrude(height + 1) outline(0);
        // open towards the lane and towards the tower
        translate([-wall - 1, -lane / 2, 0]) cube([wall + 2, lane, height + 1]);
        translate([length - 1, -lane / 2, 0]) cube([wall + 2, mouth, height + 1]);
    }
}

funnel_part();
