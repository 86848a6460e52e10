/** The picture of a drawing that the build writes for link previews, which read no SVG. */
export const sharePicturePath = (drawing: string) => `/share/${drawing}.png`;
