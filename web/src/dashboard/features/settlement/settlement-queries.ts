import type { StatementColumns, StatementLine } from '@contract/bank-statements.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { queryDatabase } from '../../lib/admin-database.ts';
import { adminKey, alwaysFresh, useRefreshAdmin } from '../../lib/admin-queries.ts';

/** The totals of the bank's statements. */
export function useSettlementOverview() {
  return useQuery({
    ...alwaysFresh,
    queryKey: [adminKey, 'settlement'],
    queryFn: ({ signal }) =>
      queryDatabase((database) => database.rpc('settlement_overview').abortSignal(signal)),
  });
}

/** The preview of importing these lines. @param key identifies the lines: another key compares them again */
export function useStatementPreview(key: string, lines: readonly StatementLine[] | null) {
  return useQuery({
    queryKey: [adminKey, 'statement-preview', key],
    queryFn: ({ signal }) =>
      queryDatabase((database) =>
        database.rpc('preview_bank_statement', { p_lines: [...(lines ?? [])] }).abortSignal(signal),
      ),
    enabled: lines !== null && lines.length > 0,
    staleTime: 0,
  });
}

type ImportRequest = { key: string; fileName: string; columns: StatementColumns; lines: StatementLine[] };

/** Marks the payments of a statement as settled; the same key twice is one import. */
export function useImportStatement() {
  const refresh = useRefreshAdmin();
  return useMutation({
    mutationFn: ({ key, fileName, columns, lines }: ImportRequest) =>
      queryDatabase((database) =>
        database.rpc('import_bank_statement', {
          p_id: key,
          p_file_name: fileName.slice(0, 200),
          p_columns: columns,
          p_lines: lines,
        }),
      ),
    onSuccess: refresh,
  });
}

type CloseLineRequest = { lineId: string; reason: string; transactionId: string | null };

/** Closes a line that was not matched. */
export function useCloseStatementLine() {
  const refresh = useRefreshAdmin();
  return useMutation({
    mutationFn: ({ lineId, reason, transactionId }: CloseLineRequest) =>
      queryDatabase((database) =>
        database.rpc('close_statement_line', {
          p_line_id: lineId,
          p_reason: reason,
          ...(transactionId === null ? {} : { p_transaction_id: transactionId }),
        }),
      ),
    onSuccess: refresh,
  });
}
