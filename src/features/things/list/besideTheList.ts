/** Media query: the screen has room for the list and one Thing beside it. */
export const besideTheList = '(width >= 1200px)';
