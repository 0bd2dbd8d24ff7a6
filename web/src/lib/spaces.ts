/** The special spaces of Russian typesetting, by purpose. */
export const THIN = '\u2009' // between the groups of a figure inside .num, which does not wrap
export const NARROW = '\u202f' // the same in running text: it does not break
export const NBSP = '\u00a0' // before a unit, after a short word
export const JOINER = '\u2060' // no space at all: nothing breaks where it stands
