import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { DeployError } from './vendor-api.ts';

/** Asks the owner in a terminal; answers may also come from a file or a program, a line for each question. */
export function openQuestions(
  input: NodeJS.ReadableStream & { isTTY?: boolean },
  output: NodeJS.WritableStream,
) {
  let isSecret = false;
  const shown = new Writable({
    write(text: Buffer, _, done) {
      if (!isSecret) output.write(text);
      done();
    },
  });
  const isTerminal = input.isTTY ?? false;
  // Nor does the history show a secret, at the next question.
  const lines = createInterface({ input, output: shown, terminal: isTerminal, historySize: 0 });
  // A terminal that hands over each key ends nothing by itself.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const answers = lines[Symbol.asyncIterator]();

  const answer = async () => {
    const { value } = (await answers.next()) as { value?: string };
    if (value === undefined) throw new DeployError(`\nNo answer: run the command in a terminal.`);
    return value.trim();
  };
  const prompt = (question: string) => {
    lines.setPrompt(`${question}: `);
    lines.prompt();
  };
  return {
    /** The answer, or the usual one when the line is empty. @throws DeployError when there are no more lines */
    ask: async (question: string, usual: string) => {
      prompt(`${question}${usual && ` (${usual})`}`);
      return (await answer()) || usual;
    },
    /** Whether the owner says yes; no where nobody can, as in a program that has no more lines. */
    agrees: async (question: string) => {
      try {
        prompt(`${question} (yes or no)`);
        return /^y(es)?$/i.test(await answer());
      } catch {
        return false;
      }
    },
    /** The answer; a terminal does not show what is typed. */
    askSecret: async (question: string) => {
      prompt(question);
      isSecret = true;
      try {
        return await answer();
      } finally {
        isSecret = false;
        // The line that the terminal did not end.
        if (isTerminal) output.write('\n');
      }
    },
    close: () => lines.close(),
  };
}
