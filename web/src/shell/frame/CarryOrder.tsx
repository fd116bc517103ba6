import { Trans } from '@lingui/react/macro'
import { Send, Smartphone } from 'lucide-react'
import { Suspense, useState } from 'react'
import { config } from '../../host/config'
import { lazyLater } from '../../i18n/lazyLater'
import { Button, buttonClass } from '../../ui/Button'
import { Skeleton } from '../../ui/Skeleton'

const DeviceCode = lazyLater(async () => ({
  default: (await import('../../features/people/phone/DeviceCode')).DeviceCode,
}))

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
    <Suspense fallback={<Skeleton className="mx-auto size-[224px]" />}>
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
    </Suspense>
  )
}
