// The special spaces of Russian typesetting.

/** Between the groups of digits in an element with the class .num, which does not wrap. */
export const THIN = '\u2009'
/** Between the groups of digits in running text: the line does not break at it. */
export const NARROW = '\u202f'
/** Before a unit and after a short word. */
export const NBSP = '\u00a0'
/** Has no width, and forbids a line break at its place. */
export const JOINER = '\u2060'
