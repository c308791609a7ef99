// Every dimension that a maker may have to change, in millimetres and degrees.
// The tests read this file too: keep each value a plain number on a line of its own.

// Print: two nozzle lines of 0.4 and more everywhere; 0.2 layers.
wall = 2.2;            // side walls
floor_thick = 2.4;     // floors
lid_thick = 3.2;       // lid and plate
corner = 7;            // radius of the upright edges
edge = 3;              // radius of the edges above and below, from 45 degrees on: no support
fit = 0.25;            // gap between printed parts
engrave = 0.6;         // depth of the signs
stroke_width = 0.9;    // width of a sign's line, and of a pixel of a card's sign
pixel_overlap = 0.06;  // so much wider are these pixels on each side
bed = 120;             // every part fits a bed of this size, both ways

// Screws that hold the lids: M2.5, countersunk, turned in from below.
screw_through = 2.9;   // hole that lets the screw pass
screw_pilot = 2.1;     // hole that the screw cuts its thread into
screw_head = 5.4;      // the shaft that lets its head pass
post = 9;              // post around that shaft
boss = 6;              // length of the lid's bosses
seat = 3;              // what the screw's head clamps
post_in = 5.8;         // post's middle from the outside, at each side

// Case.
case_width = 92;
case_depth = 72;
case_front = 14;       // height at the front, to the underside of the lid
case_tilt = 15;        // how far the lid leans toward the eye

// Raspberry Pi Zero 2 W; across from its corner by the card, deep from its edge with the ports.
pi_width = 65;
pi_depth = 30;
pi_corner = 3;
pi_thick = 1.4;
pi_hole_in = 3.5;      // holes from the edges: 58 x 23 apart
pi_holes_x = 58;
pi_holes_y = 23;
pi_pilot = 2.1;        // M2.5, cuts its thread
pi_standoff = 4;
pi_standoff_wide = 6;
pi_gap_back = 1;       // from the edge with the ports to the wall
pi_gap_side = 0.8;     // from the edge with the card to the wall
pi_power = 54;
pi_data = 41.4;
pi_hdmi = 12.4;
pi_card = 16.9;
usb_wide = 10.8;       // openings take the plug's sleeve, not only its metal
usb_high = 7.6;
usb_middle = 1.3;      // middle of the plug above the board
hdmi_open = 0;         // 1 cuts the mini-HDMI slot, which the companion never needs
hdmi_wide = 16;
hdmi_high = 9;
card_wide = 16;
card_high = 9;         // room for two finger nails

// OLED module, 128x64, 1.3 inch; for 0.96 inch see README.md. Measure yours: makers differ.
oled_wide = 35.4;      // board
oled_high = 33.5;
oled_holes_x = 30.4;
oled_holes_y = 28.5;
oled_pilot = 1.6;      // M2, cuts its thread
oled_glass = 1.6;      // glass above the board
oled_view_x = 31;      // opening: lit area and half a millimetre around
oled_view_y = 16.2;
oled_view_up = 2;      // middle of the lit area above the board's middle
oled_up = 50;          // board's middle from the lid's front edge
window_lip = 1.6;      // upright part of the window; above it, the opening widens

// Buttons: tactile switches on a strip of perfboard. 12x12x7.3 with a square plunger of 3.8.
// For 6x6x7.3 with a round plunger: switch_wide 6, plunger 3.6.
switch_wide = 12;
switch_body = 3.5;     // body above the board
switch_total = 7.3;    // plunger's end above the board
plunger = 3.8;
plunger_fit = 0.1;
button_pitch = 17.78;  // seven holes of perfboard
button_up = 21;        // row's middle from the lid's front edge
cap_wide = 13;
cap_corner = 4;
cap_fit = 0.3;
cap_flange = 15;  
cap_flange_thick = 1.6;
cap_proud = 2.2;       // cap above the lid
cap_rest = 0.8;        // flange above the switch's body: the way of the plunger and a bit
cap_under = 0.3;       // flange below the lid
strip_wide = 80;       // perfboard as sold, 80 x 20
strip_high = 20;
strip_hole = 37.5;     // screw's hole from the middle
strip_pilot = 1.6;     // M2, cuts its thread

// Piezo and the light.
piezo = 20;            // disc; a round buzzer goes into its middle
piezo_x = 31;
piezo_up = 50;
grille_pitch = 3.6;
grille_slot = 1.8;
light_x = -31;
light_hole = 5.2;      // 5 mm LED

// Tower panel.
panel_width = 112;
panel_depth = 118;  
panel_front = 21;
panel_tilt = 6;
key_hole = 14;         // MX switch
key_pitch = 19.05;
row_pitch = 26;        // 19.05 and room for the signs
tower_gap = 1.5;        // the towers stand this much further from the row before them
key_first_up = 18.5;    // lowest row's middle from the plate's front edge
clip_thick = 1.5;      // plate where the switch's clips hold: the one place below min_wall
clip_wide = 6;
clip_deep = 1.2;
none_column = 3.5;     // "none" stands apart from the heights
lamp_hole = 5.2;       // WS2812 in a 5 mm LED's shape
lamp_up = 14.5;        // tower's lamp above its key's middle
sign_down = 11.2;      // key's sign before its middle: behind it, the cap would hide it
seat_pitch = 10.4;
seat_middle = -19.05;

// Raspberry Pi Pico, its USB at the back.
pico_wide = 21;
pico_long = 51;
pico_thick = 1;
pico_holes_x = 11.4;
pico_holes_y = 47;
pico_pilot = 1.6;      // M2, cuts its thread
pico_standoff = 4;
pico_standoff_wide = 5;
pico_gap_back = 1.4;   // its USB stands 1.3 over the edge

// What the tests hold the walls to.
min_wall = 1.6;
