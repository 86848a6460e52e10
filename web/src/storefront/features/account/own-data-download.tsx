import { Button } from '#components/forms/button.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { downloadFile } from '#lib/download-file.ts';
import { useAccountAction } from '#account/use-account-action.ts';
import { useExportAccount } from './own-account-queries.ts';

const fileName = 'my-data.json';

/** Saves everything that is stored about the account as a file. */
export function OwnDataDownload() {
  const load = useExportAccount();
  const act = useAccountAction('Data Not Downloaded');

  const download = async () => {
    const data = JSON.stringify(await load.mutateAsync(), null, 2);
    downloadFile(fileName, new Blob([data], { type: 'application/json' }));
    showToast({ title: 'Data Downloaded', description: `The file is called ${fileName}.` });
  };

  return (
    <div>
      <Button size="large" variant="secondary" busy={load.isPending} onClick={() => act(download)}>
        {load.isPending ? 'Collecting...' : 'Download My Data'}
      </Button>
    </div>
  );
}
