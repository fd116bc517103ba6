import { CurrencyIcon } from '../ui/CurrencyIcon'
import { QrCode } from '../ui/QrCode'
import './qrBox.css'

type QrBoxProps = { text: string; label: string; currency: string }

/** A payment code, dark on white in both themes, with the coin in its middle. */
export function QrBox({ text, label, currency }: QrBoxProps) {
  return (
    <div className="qr-box">
      <QrCode text={text} label={label} size={208} />
      <span aria-hidden="true">
        <CurrencyIcon code={currency} size={36} />
      </span>
    </div>
  )
}
