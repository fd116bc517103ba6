import { useLingui } from '@lingui/react/macro'

/** All values that a proposal changes, one per line. */
export function ChangeLines({ lines }: { lines: readonly string[] }) {
  const { t } = useLingui()
  return (
    <ul aria-label={t`What changes`} className="grid gap-1 font-mono text-[13px]">
      {lines
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .map((line) => (
          <li key={line} className="break-words">
            {line}
          </li>
        ))}
    </ul>
  )
}
