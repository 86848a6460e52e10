import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLogout } from '../../../account/use-logout.ts';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/dialog.tsx';
import { showToast } from '../../../components/toast.tsx';
import { leaveAccountCart } from '../../features/cart/cart-store.ts';
import { errorSentence } from '../../../lib/error-sentence.ts';

/** For guests at a computer that others use: ends the session, and with it all that this browser shows and remembers. */
export function ForgetBrowser() {
  const [isAsking, setIsAsking] = useState(false);
  const logout = useLogout();
  const navigate = useNavigate();

  const forget = async () => {
    try {
      await logout.mutateAsync();
    } catch (error) {
      showToast({
        title: 'Nothing forgotten',
        description: errorSentence(error),
        error,
        tone: 'destructive',
      });
      return;
    }
    leaveAccountCart();
    navigate('/');
    showToast({
      title: 'This browser is forgotten',
      description: 'Orders, cart and details are not shown here any more.',
    });
  };

  return (
    <div>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        Forget This Browser
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Forget this browser?"
        confirmLabel="Forget This Browser"
        danger
        busy={logout.isPending}
        onConfirm={forget}
        onClose={() => setIsAsking(false)}
      >
        <p>
          The orders placed here, your cart and what you typed are not shown in this browser any more. The
          orders themselves stay as they are: open them by their link or with Find My Order.
        </p>
      </ConfirmDialog>
    </div>
  );
}
