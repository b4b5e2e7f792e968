import { rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { mustRun } from '../../support/bare-debian/run-echoed.ts'
import type { Facts } from './facts.ts'
import { TEXTS } from './texts.ts'

/** Electron's own libraries, which no other package has. */
const PRIVATE = '^lib(EGL|GLESv2|ffmpeg|vk_swiftshader|vulkan)\\.so'

/**
 * Makes the .rpm of a tree; returns its path. rpmbuild finds the libraries by their sonames, which Fedora and openSUSE
 * share.
 */
export async function makeRpm(root: string, tree: string, folder: string, facts: Facts): Promise<string> {
  const top = join(folder, 'rpm')
  const spec = join(folder, `${facts.name}.spec`)
  await writeFile(spec, specOf(facts, tree))
  const arch = process.arch === 'arm64' ? 'aarch64' : 'x86_64'
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(facts.date.getTime() / 1_000) }
  await mustRun(['rpmbuild', '-bb', '--quiet', `--target=${arch}`, `--define=_topdir ${top}`, spec], { env })
  const built = join(top, 'RPMS', arch, `${facts.name}-${facts.packageVersion}-1.${arch}.rpm`)
  const target = join(root, 'dist', basename(built))
  await rename(built, target)
  return target
}

function specOf({ name, packageVersion, license, homepage, maintainer }: Facts, tree: string): string {
  return `Name: ${name}
Version: ${packageVersion}
Release: 1
Summary: ${TEXTS.en.summary}
License: ${license}
URL: ${homepage}
Packager: ${maintainer}
Requires: xdg-utils
Recommends: libnotify
Recommends: libsecret
Recommends: (gnome-keyring or kwalletmanager)
Recommends: google-noto-sans-cjk-fonts
%global __requires_exclude ${PRIVATE}
%global __provides_exclude ${PRIVATE}
# The binaries are Electron's: nothing of them is stripped or taken apart.
%global debug_package %{nil}
%global __os_install_post %{nil}
%global _build_id_links none
%global _binary_payload w3.zstdio

%description
${TEXTS.en.description.join('\n\n')}

%install
cp -a "${tree}/." "%{buildroot}/"

%files
%attr(4755, root, root) /usr/lib/${name}/chrome-sandbox
%defattr(-, root, root, -)
/usr/bin/${name}
/usr/lib/${name}
/usr/share/applications/*
/usr/share/icons/hicolor/*/apps/*
/usr/share/metainfo/*
%doc /usr/share/man/man1/*
%dir /usr/share/doc/${name}
%doc /usr/share/doc/${name}/changelog.gz
%doc /usr/share/doc/${name}/sbom.cdx.json
%license /usr/share/doc/${name}/copyright
`
}
