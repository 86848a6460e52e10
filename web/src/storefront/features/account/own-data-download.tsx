import { Button } from '#components/forms/button.tsx';
import { showFailure, showToast } from '#components/overlays/toast.tsx';
import { downloadFile } from '#lib/download-file.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { failureMessage } from '#account/failure-message.ts';
import { useExportAccount } from './own-account-queries.ts';

const fileName = 'my-data.json';

/** Saves everything that is stored about the account as a file. */
export function OwnDataDownload() {
  const load = useExportAccount();
  const once = useOnce();

  const download = async () => {
    try {
      const data = JSON.stringify(await load.mutateAsync(), null, 2);
      downloadFile(fileName, new Blob([data], { type: 'application/json' }));
      showToast({ title: 'Data Downloaded', description: `The file is called ${fileName}.` });
    } catch (error) {
      showFailure('Data Not Downloaded', error, failureMessage(error));
    }
  };

  return (
    <div>
      <Button size="large" variant="secondary" busy={load.isPending} onClick={() => once(download)}>
        {load.isPending ? 'Collecting...' : 'Download My Data'}
      </Button>
    </div>
  );
}
