import { Trans, useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import type { Money } from '../../api/exchangeTypes'
import { moneyText } from '../../domain/money'
import { CopyButton } from '../../ui/CopyButton'
import { buttonStyle, shopButton } from './shopButton'

type ShopButtonProps = { url: string; price: Money; colour: string | undefined }

/** React's names of the properties. */
const styleOf = (colour: string | undefined): CSSProperties =>
  Object.fromEntries(
    Object.entries(buttonStyle(colour)).map(([name, value]) => [
      name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )

/** The button of a payment for the shop's own page: as it looks, and its code. */
export function ShopButton({ url, price, colour }: ShopButtonProps) {
  const { t, i18n } = useLingui()
  const amount = moneyText(price, i18n.locale)
  const label = t`Pay ${amount}`
  const code = shopButton(url, label, colour)
  return (
    <details className="rounded-m border border-line px-4 py-1">
      <summary className="flex min-h-11 cursor-pointer items-center font-[550]">
        <Trans>A button for your page</Trans>
      </summary>
      <div className="grid grid-cols-1 gap-3 pb-3">
        <div className="grid place-items-center rounded-m bg-sunken px-4 py-6">
          <a href={url} target="_blank" rel="noreferrer" style={styleOf(colour)}>
            {label}
          </a>
        </div>
        <div className="flex items-start gap-2 rounded-m bg-sunken py-1 pr-1 pl-4">
          <code className="min-w-0 flex-1 py-2.5 font-mono text-[12px] whitespace-pre-wrap wrap-anywhere">{code}</code>
          <CopyButton text={code} label={t`Copy the code`} />
        </div>
        <p className="text-[13px] text-muted">
          <Trans>It is a plain link, without a script. It works until the payment is paid or expires.</Trans>
        </p>
      </div>
    </details>
  )
}
