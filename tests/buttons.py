"""The presses by their short names, for the steps of journeys and the stages of screens."""

from companion.core.interfaces import Press

UP, DOWN, LEFT, RIGHT = Press.UP, Press.DOWN, Press.LEFT, Press.RIGHT
PREVIOUS, NEXT, OK, BACK, MENU = Press.PREVIOUS, Press.NEXT, Press.OK, Press.BACK, Press.MENU
