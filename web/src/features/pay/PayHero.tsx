import { Trans, useLingui } from '@lingui/react/macro'
import { ShieldCheck } from 'lucide-react'
import { PAY_STATE } from '../../domain/payment/payState'
import { config } from '../../host/config'
import { Badge } from '../../ui/Badge'
import { HeroMoney } from '../../ui/Money'
import type { PayPageState } from './payment'
import { ShopMark } from '../../domain/payment/ShopMark'

/** Who asks for how much, for what, and how far the payment is. */
export function PayHero({ page }: { page: PayPageState }) {
  const { i18n } = useLingui()
  const { word, tone } = PAY_STATE[page.state]
  const { name } = config.tenant
  return (
    <>
      <header className="flex items-center gap-3">
        <ShopMark {...page} />
        <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
          <h1 className="min-w-0 text-[17px] font-semibold tracking-[-0.015em] wrap-anywhere">{page.merchant}</h1>
          <Badge tone={tone}>{i18n._(word)}</Badge>
        </span>
      </header>
      <div className="grid grid-cols-1 gap-1">
        {page.order_id ? (
          <p className="text-[14px] text-muted wrap-anywhere">
            <Trans>Order {page.order_id}</Trans>
          </p>
        ) : null}
        <p>
          <HeroMoney {...page.price} />
        </p>
        {page.description ? (
          <p className="mt-2 text-[15px] whitespace-pre-line wrap-anywhere">{page.description}</p>
        ) : null}
      </div>
      <p className="hidden items-start gap-2.5 text-[13px] text-muted desk:flex">
        <ShieldCheck size={18} aria-hidden="true" className="shrink-0" />
        <Trans>You pay through {name}, and the shop gets its money from there.</Trans>
      </p>
    </>
  )
}
