import { Trans } from '@lingui/react/macro'
import { type ConnectionHealth, switchServerConnection } from '../../api/connections'
import { ActButton } from '../../parts/ActButton'

/** Switches a node or a source of prices: off by one operator at once, on after a second one has agreed. */
export function ServerSwitch({ of, name }: { of: ConnectionHealth; name: string }) {
  const isChain = of.to === 'chain'
  if (of.off)
    return (
      <ActButton
        label={<Trans>Switch on</Trans>}
        title={<Trans>Switch {name} on?</Trans>}
        about={
          isChain ? (
            <Trans>Another operator has to agree. Customers can use it then, and waiting payouts go out.</Trans>
          ) : (
            <Trans>Another operator has to agree. Its prices count again then.</Trans>
          )
        }
        act={(reason) => switchServerConnection(of, true, reason)}
      />
    )
  return (
    <ActButton
      danger
      label={<Trans>Switch off</Trans>}
      title={<Trans>Switch {name} off?</Trans>}
      about={
        isChain ? (
          <Trans>
            It takes effect at once. Customers see that the network has a fault, and payouts wait. What arrives is
            credited.
          </Trans>
        ) : (
          <Trans>
            It takes effect within 30 seconds. Prices are made of the other sources. What they do not agree on is not
            quoted.
          </Trans>
        )
      }
      act={(reason) => switchServerConnection(of, false, reason)}
    />
  )
}
