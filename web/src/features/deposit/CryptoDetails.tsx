import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Radar } from 'lucide-react'
import type { components } from '../../api/schema.gen'
import { AddressText } from '../../domain/AddressText'
import { CopyRow } from '../../domain/CopyRow'
import { QrBox } from '../../domain/QrBox'
import { SheetIcon } from '../../ui/Sheet'
import { CopyAddress } from './CopyAddress'

type CryptoDetailsProps = { crypto: components['schemas']['DepositCrypto']; currency: string; network: string }

/** A permanent deposit address for any amount, with its memo, code and usual duration. */
export function CryptoDetails({ crypto, currency, network }: CryptoDetailsProps) {
  const { t } = useLingui()
  const label = t`Memo`
  const { address, memo, required, usual_seconds } = crypto
  const minutes = Math.max(1, Math.round(usual_seconds / 60))
  return (
    <div className="grid grid-cols-1 gap-4">
      {memo ? (
        <ul>
          <CopyRow
            label={<Trans>This memo must go with it</Trans>}
            copy={t`Copy ${label}`}
            value={memo}
            mono
            warning={<Trans>Without it your deposit waits until we have found out whose it is.</Trans>}
          />
        </ul>
      ) : null}
      <div className="grid grid-cols-1 gap-x-5 gap-y-4 sm:grid-cols-[auto_minmax(0,1fr)]">
        <div className="justify-self-center">
          <QrBox text={address} label={t`QR code of the address`} currency={currency} />
        </div>
        <div className="grid content-start gap-1.5">
          <p className="text-[13px] text-muted">
            <Trans>
              Your address, {currency} on {network}
            </Trans>
          </p>
          <AddressText value={address} />
          <CopyAddress address={address} />
        </div>
      </div>
      <div className="flex gap-3 border-t border-line pt-4">
        <SheetIcon>
          <Radar size={20} aria-hidden="true" />
        </SheetIcon>
        <div className="min-w-0 text-[13px]">
          <p className="font-semibold">
            <Trans>We are watching this address</Trans>
          </p>
          <p className="text-muted">
            <Plural
              value={required}
              one="It is on your balance after # confirmation,"
              other="It is on your balance after # confirmations,"
            />{' '}
            <Plural value={minutes} one="usually in about # minute." other="usually in about # minutes." />{' '}
            <Trans>A large amount needs more. You may close this page.</Trans>
          </p>
        </div>
      </div>
    </div>
  )
}
