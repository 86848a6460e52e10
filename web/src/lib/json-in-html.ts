/** Data as the text of a script element: a text in it may contain "</script>". */
export const jsonInHtml = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');
