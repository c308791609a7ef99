// Made by `make hardware` of card_signs.py: the signs as the screen draws them.
intermezzo_rows = ["##.##", "##.##", "##.##", "##.##", "##.##", "##.##"];
finito_rows = ["#.....", "##.#.#", "#.#.#.", "##.#.#", "#.....", "#....."];
