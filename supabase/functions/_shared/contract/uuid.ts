/** Whether a text is a UUID of any version; other texts cannot be ids and are not queried. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
