import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLogout } from '#account/use-logout.ts';
import { Button } from '#components/forms/button.tsx';
import { ConfirmDialog } from '#components/overlays/dialog.tsx';
import { showFailure, showToast } from '#components/overlays/toast.tsx';
import { dropCart } from '#storefront/features/cart/cart-store.ts';

/** For guests at a shared computer: ends the session and deletes everything stored in this browser. */
export function ForgetBrowser() {
  const [isConfirming, setIsConfirming] = useState(false);
  const logout = useLogout();
  const navigate = useNavigate();

  const forget = async () => {
    try {
      await logout.mutateAsync();
    } catch (error) {
      showFailure('Nothing forgotten', error);
      return;
    }
    dropCart();
    navigate('/');
    showToast({
      title: 'This browser is forgotten',
      description: 'Orders, cart and details are not shown here any more.',
    });
  };

  return (
    <div>
      <Button variant="quiet" onClick={() => setIsConfirming(true)}>
        Forget This Browser
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Forget this browser?"
        confirmLabel="Forget This Browser"
        danger
        busy={logout.isPending}
        onConfirm={forget}
        onClose={() => setIsConfirming(false)}
      >
        <p>
          The orders placed here, your cart and what you typed are not shown in this browser any more. The
          orders themselves stay as they are: open them by their link or with Find My Order.
        </p>
      </ConfirmDialog>
    </div>
  );
}
