/** A finding of Supabase's schema advisors that was reviewed and accepted, with the reason. */
export type ReviewedAdvice = {
  /** The advisor's name, such as `unused_index`. */
  advisor: string;
  /** One finding by its key; absent when the reason holds for all of this advisor. */
  finding?: string;
  reason: string;
};

export const reviewedAdvice: readonly ReviewedAdvice[] = [
  {
    advisor: 'unused_index',
    reason: 'the database under test is seconds old: no index has been used yet',
  },
];
