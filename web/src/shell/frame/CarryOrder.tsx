import { Trans } from '@lingui/react/macro'
import { Send, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { DeviceCode } from '../../features/people/phone/DeviceCode'
import { config } from '../../host/config'
import { Button, buttonClass } from '../../ui/Button'

/** Continues an order of the widget on another device or in Telegram: the same order, and nothing is entered again. */
export function CarryOrder({ id }: { id: string }) {
  const [open, setOpen] = useState(false)
  if (!open) {
    return (
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <Smartphone size={18} aria-hidden="true" />
        <Trans>Continue on another device</Trans>
      </Button>
    )
  }
  return (
    <DeviceCode
      continued={{ step: 'order', transaction_id: id }}
      title={<Trans>Continue this order on another device</Trans>}
      connected={<Trans>Your other device has the order. This page shows what happens there.</Trans>}
      close={<Trans>Stay on this device</Trans>}
      onClose={() => setOpen(false)}
      other={(code) =>
        config.tenant.telegram_bot ? (
          <a
            href={`https://t.me/${config.tenant.telegram_bot}?startapp=${code}`}
            target="_blank"
            rel="noreferrer"
            className={buttonClass('quiet')}
          >
            <Send size={18} aria-hidden="true" />
            <Trans>Open it in Telegram</Trans>
          </a>
        ) : null
      }
    />
  )
}
