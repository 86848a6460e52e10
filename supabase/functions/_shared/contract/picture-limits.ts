// Apart from pictures.ts: the edge proxy needs no yup.

/** Bytes of the largest file of a picture, and of a request with it in base64. */
export const maxPictureBytes = 200_000;
export const maxPictureBodyBytes = 300_000;
