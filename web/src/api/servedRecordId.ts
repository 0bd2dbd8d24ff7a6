/** The element into which the content service puts an article or a car; the build makes it (scripts/pages/recordPages.ts). */
export const servedRecordId = 'served-record'
