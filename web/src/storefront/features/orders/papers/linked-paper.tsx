import { promptPart } from '#components/page/prompt-suspense.tsx';

/** The papers of an order for whoever has its link alone: the form that makes them. Loaded when there is one: its schema needs yup. */
export const LinkedPaper = promptPart('LinkedPaperForm', () => import('./linked-paper-form.tsx'));
