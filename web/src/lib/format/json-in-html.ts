/** Data as the text of a script element, safe for strings that contain "</script>". */
export const jsonInHtml = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');
