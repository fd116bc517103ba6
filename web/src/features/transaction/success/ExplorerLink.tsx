import { Trans } from '@lingui/react/macro'
import { ExternalLink } from 'lucide-react'
import type { PaywayInfo, Transaction } from '../../../api/exchangeTypes'
import { networkName } from '../../../domain/networks'
import { config } from '../../../host/config'
import { buttonClass } from '../../../ui/Button'
import { explorerUrl } from '../../../domain/explorer'

type ExplorerLinkProps = { transaction: Transaction; network: PaywayInfo['network'] | undefined }

/** The payout in a block explorer. Nothing in a sandbox, whose networks are not public. */
export function ExplorerLink({ transaction: { payout }, network }: ExplorerLinkProps) {
  const href = payout?.hash && explorerUrl(network, payout.hash, config.sandbox)
  if (!href || !network) return null
  return (
    <a href={href} target="_blank" rel="noreferrer" className={buttonClass('quiet')}>
      <ExternalLink size={18} aria-hidden="true" />
      <Trans>See on {networkName(network)}</Trans>
    </a>
  )
}
