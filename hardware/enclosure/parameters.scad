// Every dimension that a maker may have to change, in millimetres and degrees.
// The tests read this file too: keep each value a plain number on a line of its own, or a pair of
// them where the two cases differ.

// Which OLED the case is for: 0 is 1.3 inch, 1 is 2.42 inch. A pair has the values of both.
oled_large = 0;

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
lid_screw = 10;        // its length, head and all

// Other screws: their lengths below the head. They cut their thread into the plastic.
back_screw = 8;        // M2.5, through the back wall into the lid
pi_screw = 5;          // M2.5
oled_screw = [4, 5][oled_large];  // M2
strip_screw = 8;       // M2
strip_thick = 1.6;     // perfboard
pico_screw = 5;        // M2

// Case.
case_width = [92, 116][oled_large];
case_depth = [72, 85][oled_large];
case_front = 14;       // height at the front, to the underside of the lid
case_tilt = 15;        // how far the lid leans toward the eye
face_x = [0, -11][oled_large];       // middle of screen and buttons, from the case's middle
back_screw_x = [32, 38][oled_large]; // screws through the back wall, from the case's middle
back_screw_down = 6.5;               // below the seam of the lid
back_block = 7.5;                    // block of the lid that they hold

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
pi_usb_out = 0.7;      // its USB sockets stand so far over the edge
card_wide = 16;
card_high = 9;         // room for two finger nails

// Plugs. Their sleeves enter the walls, so the openings take these: the largest that the standard
// allows (Micro-USB Cables and Connectors Specification 1.01, micro B). The power supply's plug, the
// OTG cable's and the panel's cable have it.
micro_b_wide = 10.6;
micro_b_high = 8.5;
usb_wide = 11.5;       // opening for one plug
usb_high = 9.2;        // its roof sags a little when printed
usb_corner = 1;        // small: a sleeve may have sharp corners
usb_middle = 1.3;      // middle of the plug above the board

// OLED module, 128x64: [1.3 inch, 2.42 inch]. Measure yours: makers differ; see README.md.
oled_wide = [35.4, 72][oled_large];      // board
oled_high = [33.5, 43][oled_large];
oled_thick = [1.2, 1.6][oled_large];
oled_holes_x = [30.4, 67][oled_large];   // from middle to middle
oled_holes_y = [28.5, 38][oled_large];
oled_pilot = 1.6;                        // M2, cuts its thread
oled_glass = [1.6, 2.2][oled_large];     // glass above the board
oled_glass_x = [34.5, 60.5][oled_large];
oled_glass_y = [23, 37][oled_large];
oled_active_x = [29.42, 55.01][oled_large];  // lit area
oled_active_y = [14.7, 27.49][oled_large];
oled_view_x = [31, 56.5][oled_large];    // opening: lit area and 0.7 around
oled_view_y = [16.2, 29][oled_large];
oled_view_up = [2, 1.5][oled_large];     // middle of the lit area above the board's middle
oled_up = [50, 54][oled_large];        // board's middle from the lid's front edge
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
cap_flange = 15;       // what keeps a cap from falling out of the lid
cap_flange_thick = 2.6;  // with the slope above, of 45 degrees, that lets it print without support
cap_proud = 2.2;       // cap above the lid
cap_rest = 0.8;        // flange above the switch's body: the way of the plunger and a bit
cap_under = 0.3;       // from the flange's slope up to the edge of the lid's opening
strip_wide = 80;       // perfboard as sold, 80 x 20
strip_high = 20;
strip_hole = 37.5;     // screw's hole from the middle
strip_pilot = 1.6;     // M2, cuts its thread

// Piezo and the light.
piezo = 20;            // disc; a round buzzer goes into its middle
piezo_x = [31, 39][oled_large];
piezo_up = [50, 55][oled_large];
grille_pitch = 3.6;
grille_slot = 1.8;
light_x = [-31, 39][oled_large];
light_up = [50, 21][oled_large];
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
pico_gap_back = 1.4;   // from its edge with the USB socket to the wall
pico_usb_out = 1.3;    // the socket stands so far over the edge

// What the tests hold the parts to.
min_wall = 1.6;
bridge = 25;           // the widest ceiling between two walls that prints without support
