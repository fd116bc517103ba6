type InRole = { role: string }

/** Numbers the entries of each role from 1. The number is `undefined` for the only entry of a role. */
export function numbered<T extends InRole>(all: readonly T[]): [T, number | undefined][] {
  const ofRole = (role: string) => all.filter((one) => one.role === role)
  return all.map((one) => {
    const same = ofRole(one.role)
    return [one, same.length > 1 ? same.indexOf(one) + 1 : undefined]
  })
}
