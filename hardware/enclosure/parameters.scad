// Measure your dice with a caliper and set these first. Millimetres.
// The model of the optics (emulator/optics.py) uses the same numbers; a test compares them.

die = 16;            // edge of a die
clearance = 0.7;     // lane less die; more than 0.7 costs contrast, less than 0.4 jams
pitch = 4.1;         // between neighbouring pips of a face, middle to middle
second_slot = 16.3;  // where the second die begins: the first is seldom quite square
seat = [1.3, 2.05];  // the seat cell, from the slot's beginning and aside
aperture = 1.8;      // what a cell sees of the window
window = 1.0;        // clear acrylic
slope = 25;          // degrees; the dice must slide by themselves

// Below here only to fit other parts or another printer.
wall = 3;
floor_thick = 4;
plate = 2;           // of the mask, between lane and base
lane_length = 52;    // two dice, a third one on the overflow cell, and room for a finger
lane_height = 14;    // low enough to push a die, high enough to keep it square
slack = 0.2;         // between parts that slide into each other
screw = 3.2;         // M3, through
led_pocket = [2.2, 3.2];  // 0805 lamp and 0603 phototransistor side by side

lane = die + clearance;
opening = lane - 2.7;     // under the window, for the mask
$fn = 40;

slots = [0, second_slot];
grid = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 0], [1, -1], [1, 1]];  // a b c d e g i
cells = [for (s = slots) for (g = grid) [s + die / 2 + g[0] * pitch, g[1] * pitch]];
seats = [for (s = slots) s + seat[0]];
overflow = [2 * second_slot + die / 2, 0];
all_cells = concat(cells, [for (x = seats) [x, seat[1]]], [overflow]);

tower_inside = [46, 62];  // the tower's shaft; the funnel's mouth is as wide

flange = 8;  // either side of the lane, for screws
screws = [for (x = [6, lane_length - 6]) for (side = [-1, 1]) [x, side * (lane / 2 + wall + flange / 2)]];
