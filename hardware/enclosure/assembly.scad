// All parts where they belong: a picture, nothing to print.
include <parameters.scad>
use <lane.scad>
use <mask.scad>
use <funnel.scad>
use <tower.scad>
use <base.scad>

module dice() {
    for (n = [0, 1]) translate([n * second_slot + 0.2, -die / 2, 0]) cube(die);
}

color("SlateGray") base_part();
translate([0, 0, 14]) rotate([0, -slope, 0]) translate([8, 0, floor_thick + plate]) {
    color("Silver") lane_part();
    color("DimGray") translate([0, 0, -floor_thick]) mask_part();
    color("Silver") translate([lane_length, 0, 0]) funnel_part();
    color("White") dice();
}
color("LightSteelBlue") translate([120 + wall, -lane / 2, 14 + 120 * tan(slope) + 4]) tower_part();
