// The numbers of limits.ts that every first load needs; import them from here there, and from limits.ts elsewhere.

/** In milliseconds. */
export const startUpScreenMinimum = 1500

export const errorBoundaryRetries = 3
