// Writes src/api/schema.gen.ts from openapi.json; `--check` fails instead when the committed file differs.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const web = join(here, '..', '..')
const output = join(web, 'src/api/schema.gen.ts')
const check = process.argv.includes('--check')

function run(command, args) {
  const done = spawnSync(command, args, { cwd: here, stdio: 'inherit' })
  if (done.status !== 0) process.exit(done.status ?? 1)
}

if (!existsSync(join(here, 'node_modules/openapi-typescript')))
  run('npm', ['ci', '--ignore-scripts', '--loglevel=error'])
const target = check ? join(here, 'node_modules', '.check.gen.ts') : output
run(process.execPath, [
  join(here, 'node_modules/openapi-typescript/bin/cli.js'),
  join(web, 'openapi.json'),
  '-o',
  target,
])
if (check) {
  const same = readFileSync(target, 'utf8') === readFileSync(output, 'utf8')
  rmSync(target)
  if (!same) {
    console.error('src/api/schema.gen.ts does not match openapi.json; run `npm run apigen` and commit it')
    process.exit(1)
  }
}
