import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CurrencyInfo, PaywayInfo } from '../../api/exchangeTypes'
import { trimZeros } from '../../domain/grouping'
import { shortMoneyText } from '../../domain/money'
import { QueryCard } from '../../domain/QueryCard'
import { useProblemWords } from '../../domain/useProblemWords'
import { config } from '../../host/config'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { ErrorState } from '../../ui/States'
import { BankDetails } from './BankDetails'
import { CryptoDetails } from './CryptoDetails'
import { depositAccountQuery } from './queries'
import { SandboxPayment } from './SandboxPayment'

/** The deposit details of one payway, and in a sandbox a simulated payment to them. */
export function AccountCard({ currency, payway }: { currency: CurrencyInfo; payway: PaywayInfo }) {
  const account = useQuery(depositAccountQuery(currency.code, payway.code))
  const words = useProblemWords()
  if (account.error && !account.data)
    return (
      <Card>
        <ErrorState onRetry={() => void account.refetch()}>{words(account.error)}</ErrorState>
      </Card>
    )
  return (
    <QueryCard asked={account} rows={5}>
      {(own) => (
        <>
          <Card
            raised
            aside={own.crypto && own.min_amount ? <Least amount={own.min_amount} currency={currency.code} /> : null}
            title={own.bank ? <Trans>2. Transfer to these details</Trans> : <Trans>2. Send {currency.code} here</Trans>}
          >
            {own.bank ? <BankDetails bank={own.bank} /> : null}
            {own.crypto ? <CryptoDetails crypto={own.crypto} currency={currency.code} network={payway.name} /> : null}
          </Card>
          {config.sandbox ? <SandboxPayment account={own} currency={currency} /> : null}
        </>
      )}
    </QueryCard>
  )
}

/** The minimum of one deposit, beside the title. */
function Least({ amount, currency }: { amount: string; currency: string }) {
  const { i18n } = useLingui()
  const least = shortMoneyText({ amount: trimZeros(amount), currency }, i18n.locale)
  return (
    <Badge tone="ok">
      <Trans>at least {least}</Trans>
    </Badge>
  )
}
