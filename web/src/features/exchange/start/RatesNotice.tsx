import { Trans } from '@lingui/react/macro'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { problemCode } from '../../../domain/problem'
import { useProblemWords } from '../../../domain/useProblemWords'
import type { ExchangeForm } from './useExchangeForm'

/** A problem with the price as a whole: none available, stale, or a closed pair. */
export function RatesNotice({ form }: { form: ExchangeForm }) {
  const words = useProblemWords()
  const { quoted, quote, direction } = form
  const retry = (
    <Button
      variant="text"
      className="justify-self-start"
      busy={quoted.isFetching}
      onClick={() => void quoted.refetch()}
    >
      <Trans>Try again</Trans>
    </Button>
  )
  if (direction && !direction.available) {
    return (
      <Notice tone="wait">
        <Trans>This pair is unavailable now. Choose another currency or payment method.</Trans>
      </Notice>
    )
  }
  const { error } = quoted
  if (!error) return null
  const code = problemCode(error)
  if (code !== undefined && /LIMIT|VALIDATION|UNPROCESSABLE|BAD_REQUEST/.test(code)) return null
  if (quote) {
    return (
      <Notice tone="wait" action={retry}>
        <Trans>The rate could not be refreshed. The figures below are from a moment ago.</Trans>
      </Notice>
    )
  }
  return (
    <Notice tone="bad" action={retry}>
      {code === 'RATES_UNAVAILABLE' ? <Trans>This exchange is temporarily unavailable.</Trans> : words(error)}
    </Notice>
  )
}
