/** Is this text a UUID? What is none cannot be the id of anything, so nothing is asked of the database. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
