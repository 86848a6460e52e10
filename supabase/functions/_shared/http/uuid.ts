/** Is this text a UUID? Anything else cannot be an id, so the database is not asked about it. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
