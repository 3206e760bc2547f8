; The installer of Windows, for one person and without rights of an administrator.
; makensis -DFILES=FOLDER -DOUT=FILE callwright.nsi, where FOLDER has callwright.exe, callwright-window.exe and the licences.
Unicode true
SetCompressor /SOLID lzma
RequestExecutionLevel user
!include "WinMessages.nsh"

Name "Callwright @VERSION@"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Callwright"
InstallDirRegKey HKCU "Software\Callwright" "Folder"
Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Callwright"
!define RUNTIME "Software\Microsoft\EdgeUpdate\Clients\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}"

Section "Callwright"
  SetOutPath "$INSTDIR"
  File "${FILES}\callwright.exe"
  File "${FILES}\callwright-window.exe"
  File "${FILES}\LICENSE-MIT"
  File "${FILES}\LICENSE-APACHE"
  File "${FILES}\THIRD-PARTY"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Callwright.lnk" "$INSTDIR\callwright-window.exe"
  WriteRegStr HKCU "Software\Callwright" "Folder" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Callwright"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "@VERSION@"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Callwright developers"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  ; `callwright` is found by a shell that is opened afterwards.
  WriteRegStr HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\callwright.exe" "" "$INSTDIR\callwright.exe"
  ; The window draws with WebView2, which Windows 11 has.
  ReadRegStr $0 HKLM "SOFTWARE\WOW6432Node\Microsoft\EdgeUpdate\Clients\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}" "pv"
  ReadRegStr $1 HKCU "${RUNTIME}" "pv"
  StrCmp "$0$1" "" 0 +2
    MessageBox MB_OK "The window needs WebView2 of Microsoft, which is not installed. The page in a browser works without it."
SectionEnd

; Data stays in %APPDATA%\callwright.
Section "Uninstall"
  Delete "$SMPROGRAMS\Callwright.lnk"
  Delete "$INSTDIR\callwright.exe"
  Delete "$INSTDIR\callwright-window.exe"
  Delete "$INSTDIR\LICENSE-MIT"
  Delete "$INSTDIR\LICENSE-APACHE"
  Delete "$INSTDIR\THIRD-PARTY"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\Callwright"
  DeleteRegKey HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\callwright.exe"
SectionEnd
