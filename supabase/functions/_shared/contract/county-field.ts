import { string } from 'yup';

/** The official number of a county as three digits, `001` to `047`; may be absent. */
export function countyField() {
  return string()
    .matches(/^0([0-3]\d|4[0-7])$/, 'Choose one of the 47 counties')
    .notOneOf(['000'], 'Choose one of the 47 counties');
}
