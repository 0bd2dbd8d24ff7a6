/**
 * Id of the element into which the content service puts an article or a car. The build creates the
 * element (scripts/pages/recordPages.ts).
 */
export const servedRecordId = 'served-record'
