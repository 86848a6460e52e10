import { isDay } from '@contract/calendar-days.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { useSearchParams } from 'react-router-dom';

/** The day to propose where money is recorded: of the line of a statement that led here, else today. */
export function usePostedDay(): string {
  const day = useSearchParams()[0].get('posted') ?? '';
  const today = nairobiDay();
  return isDay(day) && day <= today ? day : today;
}
