/** Media query: the screen has room for a Thing beside the list. */
export const besideTheList = '(width >= 1200px)';
