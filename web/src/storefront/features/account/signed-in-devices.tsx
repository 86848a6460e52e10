import { formatDayAndTime } from '@contract/nairobi-time.ts';
import {
  endOtherSignIns,
  endSignIn,
  listSignedInDevices,
  type SignedInDevice,
} from '@contract/signed-in-devices.ts';
import { useAccountAction } from '#account/use-account-action.ts';
import { Button } from '#components/forms/button.tsx';
import { NotLoaded } from '#components/page/not-loaded.tsx';
import { Loading, Skeleton } from '#components/page/skeleton.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api/api-client.ts';

/** The devices where the account is signed in, with buttons to sign them out. */
export function SignedInDevices({ userId }: { userId: string }) {
  const devices = useSignedInDevices(userId);
  const endSignIn = useEndSignIn(userId);
  const act = useAccountAction('Not Signed Out');
  const end = (sessionId: string | null) =>
    act(async () => {
      await endSignIn.mutateAsync(sessionId);
      showToast({ title: sessionId === null ? 'Signed Out Everywhere Else' : 'Device Signed Out' });
    });
  if (!devices.data) {
    return devices.isError ? (
      <NotLoaded what="your devices" query={devices}>
        Check your connection and try again.
      </NotLoaded>
    ) : (
      <LoadingDevices />
    );
  }
  const isEnding = (sessionId: string | null) => endSignIn.isPending && endSignIn.variables === sessionId;
  return (
    <div className="stack gap-5 at-start">
      <ul className="stack full" aria-label="Devices">
        {devices.data.map((device) => (
          <Device key={device.id} device={device} isBusy={isEnding(device.id)} onEnd={() => end(device.id)} />
        ))}
      </ul>
      {devices.data.length > 1 ? (
        <Button variant="secondary" busy={isEnding(null)} onClick={() => end(null)}>
          Sign Out Everywhere Else
        </Button>
      ) : (
        <p className="muted">You are signed in nowhere else.</p>
      )}
    </div>
  );
}

/** As tall as the list when it has only this device: what is below must not move away under a finger. */
const LoadingDevices = () => (
  <Loading label="Loading your devices">
    <div className="stack gap-5 at-start">
      <div className="stack full">
        <div className="row gap-4 spread line-below pad-y-3">
          <div className="full">
            <p>
              <Skeleton shape="text" width="third" />
            </p>
            <p className="muted">
              <Skeleton shape="text" width="most" />
            </p>
          </div>
        </div>
      </div>
      <p className="muted full">
        <Skeleton shape="text" width="half" />
      </p>
    </div>
  </Loading>
);

type DeviceProps = { device: SignedInDevice; isBusy: boolean; onEnd(): void };

function Device({ device, isBusy, onEnd }: DeviceProps) {
  const name = device.device ?? 'Unknown device';
  return (
    <li className="row gap-4 spread line-below pad-y-3">
      <div>
        <strong>{name}</strong>
        <p className="muted">
          {`${device.isThis ? 'This device' : `Last used ${formatDayAndTime(device.lastUsedAt)}`}, signed in ${formatDayAndTime(device.signedInAt)}`}
        </p>
      </div>
      {device.isThis ? null : (
        <Button variant="quiet" className="rigid" busy={isBusy} onClick={onEnd}>
          Sign Out
          {/* Distinguishes the buttons in a screen reader's list. */}
          <span className="visually-hidden">
            : {name}, last used {formatDayAndTime(device.lastUsedAt)}
          </span>
        </Button>
      )}
    </li>
  );
}

const devicesKey = (userId: string) => [listSignedInDevices.path, userId];

/** Where the account is signed in. Always refetched: there may be new sign-ins. */
function useSignedInDevices(userId: string) {
  return useQuery({
    queryKey: devicesKey(userId),
    queryFn: ({ signal }) => callApi(listSignedInDevices, { signal }),
    staleTime: 0,
  });
}

/** Ends one sign-in by its id, or all others with null; then refetches the list. */
function useEndSignIn(userId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string | null) =>
      sessionId === null ? callApi(endOtherSignIns) : callApi(endSignIn, { params: { sessionId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: devicesKey(userId) }),
  });
}
