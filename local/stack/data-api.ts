/** Limits of the Data API, here and in a hosted project. */
export const dataApi = { connections: 20, maxRows: 1000 };
