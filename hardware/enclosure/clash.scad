// What two printed parts share when they are put together: nothing, or they don't fit.
include <case.scad>
include <panel.scad>

stl = "stl";
pair = "case";
apart = 0.01;  // faces that touch don't count

module part(name) { import(str(stl, "/", name, ".stl")); }
module face_up() { translate([0, 0, apart]) rotate([0, 180, 0]) translate([0, 0, -lid_thick]) children(); }

if (pair == "case") intersection() {
    part("case-bottom");
    on_slope(case_front, case_tilt) face_up() part("case-lid");
}
// A cap at rest, and pressed down.
if (pair == "caps") for (pressed = [0, 0.5]) intersection() {
    face_up() part("case-lid");
    translate([buttons[0], button_up, -cap_flange_thick - cap_under - pressed]) cap(button_signs[0]);
}
if (pair == "panel") intersection() {
    part("panel-bottom");
    on_slope(panel_front, panel_tilt) face_up() part("panel-plate");
}
