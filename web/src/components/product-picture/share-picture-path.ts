/** The PNG of a drawing that the build writes for link previews, which cannot use SVG. */
export const sharePicturePath = (drawing: string) => `/share/${drawing}.png`;
