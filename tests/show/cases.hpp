// SPDX-License-Identifier: BSL-1.0
// show/cases.hpp: written by cases.py with NumPy; not for editing.
// clang-format off

PRINT_CASE("one integer", printed(listed<std::int32_t>({1}, {7})),
R"([7])")
PRINT_CASE("integers", printed(listed<std::int32_t>({3}, {1, 2, 3})),
R"([1 2 3])")
PRINT_CASE("a negative one", printed(listed<std::int32_t>({3}, {1, -2, 3})),
R"([ 1 -2  3])")
PRINT_CASE("widths", printed(listed<std::int64_t>({4}, {0, 10, 200, 3000})),
R"([   0   10  200 3000])")
PRINT_CASE("a matrix", printed(listed<std::int32_t>({2, 3}, {1, 2, 3, 4, 5, 6})),
R"([[1 2 3]
 [4 5 6]])")
PRINT_CASE("a matrix of widths", printed(listed<std::int32_t>({2, 3}, {1, -20, 3, 400, 5, -6})),
R"([[  1 -20   3]
 [400   5  -6]])")
PRINT_CASE("a column", printed(listed<std::int32_t>({3, 1}, {1, 20, 300})),
R"([[  1]
 [ 20]
 [300]])")
PRINT_CASE("a row", printed(listed<std::int32_t>({1, 3}, {1, 20, 300})),
R"([[  1  20 300]])")
PRINT_CASE("rank 3", printed(listed<std::int32_t>({2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7})),
R"([[[0 1]
  [2 3]]

 [[4 5]
  [6 7]]])")
PRINT_CASE("rank 4", printed(listed<std::int32_t>({2, 2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})),
R"([[[[ 0  1]
   [ 2  3]]

  [[ 4  5]
   [ 6  7]]]


 [[[ 8  9]
   [10 11]]

  [[12 13]
   [14 15]]]])")
PRINT_CASE("rank 5", printed(listed<std::int16_t>({1, 2, 1, 3, 1}, {0, 1, 2, 3, 4, 5})),
R"([[[[[0]
    [1]
    [2]]]


  [[[3]
    [4]
    [5]]]]])")
PRINT_CASE("bounds of int8", printed(listed<std::int8_t>({3}, {-128, 0, 127})),
R"([-128    0  127])")
PRINT_CASE("a matrix of int8", printed(listed<std::int8_t>({2, 2}, {1, -128, 127, -1})),
R"([[   1 -128]
 [ 127   -1]])")
PRINT_CASE("bounds of int16", printed(listed<std::int16_t>({3}, {-32768, 0, 32767})),
R"([-32768      0  32767])")
PRINT_CASE("a matrix of int16", printed(listed<std::int16_t>({2, 2}, {1, -32768, 32767, -1})),
R"([[     1 -32768]
 [ 32767     -1]])")
PRINT_CASE("bounds of int32", printed(listed<std::int32_t>({3}, {-2147483648, 0, 2147483647})),
R"([-2147483648           0  2147483647])")
PRINT_CASE("a matrix of int32", printed(listed<std::int32_t>({2, 2}, {1, -2147483648, 2147483647, -1})),
R"([[          1 -2147483648]
 [ 2147483647          -1]])")
PRINT_CASE("bounds of int64", printed(listed<std::int64_t>({3}, {INT64_MIN, 0, 9223372036854775807})),
R"([-9223372036854775808                    0  9223372036854775807])")
PRINT_CASE("a matrix of int64", printed(listed<std::int64_t>({2, 2}, {1, INT64_MIN, 9223372036854775807, -1})),
R"([[                   1 -9223372036854775808]
 [ 9223372036854775807                   -1]])")
PRINT_CASE("bounds of uint8", printed(listed<std::uint8_t>({3}, {0u, 1u, 255u})),
R"([  0   1 255])")
PRINT_CASE("bounds of uint16", printed(listed<std::uint16_t>({3}, {0u, 1u, 65535u})),
R"([    0     1 65535])")
PRINT_CASE("bounds of uint32", printed(listed<std::uint32_t>({3}, {0u, 1u, 4294967295u})),
R"([         0          1 4294967295])")
PRINT_CASE("bounds of uint64", printed(listed<std::uint64_t>({3}, {0u, 1u, 18446744073709551615u})),
R"([                   0                    1 18446744073709551615])")
PRINT_CASE("an integer of rank 0", printed(tensor<std::int64_t>(std::int64_t(-42))),
R"(-42)")
PRINT_CASE("a small integer of rank 0", printed(tensor<std::int8_t>(std::int8_t(65))),
R"(65)")
PRINT_CASE("the smallest integer of rank 0", printed(tensor<std::int64_t>(std::int64_t(INT64_MIN))),
R"(-9223372036854775808)")
PRINT_CASE("wrapped integers", printed(steps<std::int64_t>({40}, 0.0, 1.0)),
R"([ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39])")
PRINT_CASE("wrapped wide integers", printed(steps<std::int64_t>({20}, 1000000.0, 1.0)),
R"([1000000 1000001 1000002 1000003 1000004 1000005 1000006 1000007 1000008
 1000009 1000010 1000011 1000012 1000013 1000014 1000015 1000016 1000017
 1000018 1000019])")
PRINT_CASE("a line that is just full", printed(steps<std::int64_t>({25}, 10.0, 1.0)),
R"([10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33
 34])")
PRINT_CASE("one more", printed(steps<std::int64_t>({26}, 10.0, 1.0)),
R"([10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33
 34 35])")
PRINT_CASE("a matrix of wrapped rows", printed(steps<std::int64_t>({2, 30}, 0.0, 1.0)),
R"([[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
  24 25 26 27 28 29]
 [30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53
  54 55 56 57 58 59]])")
PRINT_CASE("rank 3 of wrapped rows", printed(steps<std::int64_t>({2, 2, 30}, 0.0, 1.0)),
R"([[[  0   1   2   3   4   5   6   7   8   9  10  11  12  13  14  15  16
    17  18  19  20  21  22  23  24  25  26  27  28  29]
  [ 30  31  32  33  34  35  36  37  38  39  40  41  42  43  44  45  46
    47  48  49  50  51  52  53  54  55  56  57  58  59]]

 [[ 60  61  62  63  64  65  66  67  68  69  70  71  72  73  74  75  76
    77  78  79  80  81  82  83  84  85  86  87  88  89]
  [ 90  91  92  93  94  95  96  97  98  99 100 101 102 103 104 105 106
   107 108 109 110 111 112 113 114 115 116 117 118 119]]])")
PRINT_CASE("1000 are printed", printed(steps<std::int64_t>({1000}, 0.0, 1.0)),
R"([  0   1   2   3   4   5   6   7   8   9  10  11  12  13  14  15  16  17
  18  19  20  21  22  23  24  25  26  27  28  29  30  31  32  33  34  35
  36  37  38  39  40  41  42  43  44  45  46  47  48  49  50  51  52  53
  54  55  56  57  58  59  60  61  62  63  64  65  66  67  68  69  70  71
  72  73  74  75  76  77  78  79  80  81  82  83  84  85  86  87  88  89
  90  91  92  93  94  95  96  97  98  99 100 101 102 103 104 105 106 107
 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125
 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143
 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161
 162 163 164 165 166 167 168 169 170 171 172 173 174 175 176 177 178 179
 180 181 182 183 184 185 186 187 188 189 190 191 192 193 194 195 196 197
 198 199 200 201 202 203 204 205 206 207 208 209 210 211 212 213 214 215
 216 217 218 219 220 221 222 223 224 225 226 227 228 229 230 231 232 233
 234 235 236 237 238 239 240 241 242 243 244 245 246 247 248 249 250 251
 252 253 254 255 256 257 258 259 260 261 262 263 264 265 266 267 268 269
 270 271 272 273 274 275 276 277 278 279 280 281 282 283 284 285 286 287
 288 289 290 291 292 293 294 295 296 297 298 299 300 301 302 303 304 305
 306 307 308 309 310 311 312 313 314 315 316 317 318 319 320 321 322 323
 324 325 326 327 328 329 330 331 332 333 334 335 336 337 338 339 340 341
 342 343 344 345 346 347 348 349 350 351 352 353 354 355 356 357 358 359
 360 361 362 363 364 365 366 367 368 369 370 371 372 373 374 375 376 377
 378 379 380 381 382 383 384 385 386 387 388 389 390 391 392 393 394 395
 396 397 398 399 400 401 402 403 404 405 406 407 408 409 410 411 412 413
 414 415 416 417 418 419 420 421 422 423 424 425 426 427 428 429 430 431
 432 433 434 435 436 437 438 439 440 441 442 443 444 445 446 447 448 449
 450 451 452 453 454 455 456 457 458 459 460 461 462 463 464 465 466 467
 468 469 470 471 472 473 474 475 476 477 478 479 480 481 482 483 484 485
 486 487 488 489 490 491 492 493 494 495 496 497 498 499 500 501 502 503
 504 505 506 507 508 509 510 511 512 513 514 515 516 517 518 519 520 521
 522 523 524 525 526 527 528 529 530 531 532 533 534 535 536 537 538 539
 540 541 542 543 544 545 546 547 548 549 550 551 552 553 554 555 556 557
 558 559 560 561 562 563 564 565 566 567 568 569 570 571 572 573 574 575
 576 577 578 579 580 581 582 583 584 585 586 587 588 589 590 591 592 593
 594 595 596 597 598 599 600 601 602 603 604 605 606 607 608 609 610 611
 612 613 614 615 616 617 618 619 620 621 622 623 624 625 626 627 628 629
 630 631 632 633 634 635 636 637 638 639 640 641 642 643 644 645 646 647
 648 649 650 651 652 653 654 655 656 657 658 659 660 661 662 663 664 665
 666 667 668 669 670 671 672 673 674 675 676 677 678 679 680 681 682 683
 684 685 686 687 688 689 690 691 692 693 694 695 696 697 698 699 700 701
 702 703 704 705 706 707 708 709 710 711 712 713 714 715 716 717 718 719
 720 721 722 723 724 725 726 727 728 729 730 731 732 733 734 735 736 737
 738 739 740 741 742 743 744 745 746 747 748 749 750 751 752 753 754 755
 756 757 758 759 760 761 762 763 764 765 766 767 768 769 770 771 772 773
 774 775 776 777 778 779 780 781 782 783 784 785 786 787 788 789 790 791
 792 793 794 795 796 797 798 799 800 801 802 803 804 805 806 807 808 809
 810 811 812 813 814 815 816 817 818 819 820 821 822 823 824 825 826 827
 828 829 830 831 832 833 834 835 836 837 838 839 840 841 842 843 844 845
 846 847 848 849 850 851 852 853 854 855 856 857 858 859 860 861 862 863
 864 865 866 867 868 869 870 871 872 873 874 875 876 877 878 879 880 881
 882 883 884 885 886 887 888 889 890 891 892 893 894 895 896 897 898 899
 900 901 902 903 904 905 906 907 908 909 910 911 912 913 914 915 916 917
 918 919 920 921 922 923 924 925 926 927 928 929 930 931 932 933 934 935
 936 937 938 939 940 941 942 943 944 945 946 947 948 949 950 951 952 953
 954 955 956 957 958 959 960 961 962 963 964 965 966 967 968 969 970 971
 972 973 974 975 976 977 978 979 980 981 982 983 984 985 986 987 988 989
 990 991 992 993 994 995 996 997 998 999])")
PRINT_CASE("1001 are not", printed(steps<std::int64_t>({1001}, 0.0, 1.0)),
R"([   0    1    2 ...  998  999 1000])")
PRINT_CASE("negative ones at the ends", printed(steps<std::int64_t>({2001}, -1000.0, 1.0)),
R"([-1000  -999  -998 ...   998   999  1000])")
PRINT_CASE("a long matrix", printed(steps<std::int64_t>({1000, 2}, 0.0, 1.0)),
R"([[   0    1]
 [   2    3]
 [   4    5]
 ...
 [1994 1995]
 [1996 1997]
 [1998 1999]])")
PRINT_CASE("a wide matrix", printed(steps<std::int64_t>({2, 1000}, 0.0, 1.0)),
R"([[   0    1    2 ...  997  998  999]
 [1000 1001 1002 ... 1997 1998 1999]])")
PRINT_CASE("a large matrix", printed(steps<std::int64_t>({100, 100}, 0.0, 1.0)),
R"([[   0    1    2 ...   97   98   99]
 [ 100  101  102 ...  197  198  199]
 [ 200  201  202 ...  297  298  299]
 ...
 [9700 9701 9702 ... 9797 9798 9799]
 [9800 9801 9802 ... 9897 9898 9899]
 [9900 9901 9902 ... 9997 9998 9999]])")
PRINT_CASE("a large rank 3", printed(steps<std::int64_t>({20, 20, 20}, 0.0, 1.0)),
R"([[[   0    1    2 ...   17   18   19]
  [  20   21   22 ...   37   38   39]
  [  40   41   42 ...   57   58   59]
  ...
  [ 340  341  342 ...  357  358  359]
  [ 360  361  362 ...  377  378  379]
  [ 380  381  382 ...  397  398  399]]

 [[ 400  401  402 ...  417  418  419]
  [ 420  421  422 ...  437  438  439]
  [ 440  441  442 ...  457  458  459]
  ...
  [ 740  741  742 ...  757  758  759]
  [ 760  761  762 ...  777  778  779]
  [ 780  781  782 ...  797  798  799]]

 [[ 800  801  802 ...  817  818  819]
  [ 820  821  822 ...  837  838  839]
  [ 840  841  842 ...  857  858  859]
  ...
  [1140 1141 1142 ... 1157 1158 1159]
  [1160 1161 1162 ... 1177 1178 1179]
  [1180 1181 1182 ... 1197 1198 1199]]

 ...

 [[6800 6801 6802 ... 6817 6818 6819]
  [6820 6821 6822 ... 6837 6838 6839]
  [6840 6841 6842 ... 6857 6858 6859]
  ...
  [7140 7141 7142 ... 7157 7158 7159]
  [7160 7161 7162 ... 7177 7178 7179]
  [7180 7181 7182 ... 7197 7198 7199]]

 [[7200 7201 7202 ... 7217 7218 7219]
  [7220 7221 7222 ... 7237 7238 7239]
  [7240 7241 7242 ... 7257 7258 7259]
  ...
  [7540 7541 7542 ... 7557 7558 7559]
  [7560 7561 7562 ... 7577 7578 7579]
  [7580 7581 7582 ... 7597 7598 7599]]

 [[7600 7601 7602 ... 7617 7618 7619]
  [7620 7621 7622 ... 7637 7638 7639]
  [7640 7641 7642 ... 7657 7658 7659]
  ...
  [7940 7941 7942 ... 7957 7958 7959]
  [7960 7961 7962 ... 7977 7978 7979]
  [7980 7981 7982 ... 7997 7998 7999]]])")
PRINT_CASE("a large rank 4", printed(steps<std::int64_t>({7, 3, 8, 9}, 0.0, 1.0)),
R"([[[[   0    1    2 ...    6    7    8]
   [   9   10   11 ...   15   16   17]
   [  18   19   20 ...   24   25   26]
   ...
   [  45   46   47 ...   51   52   53]
   [  54   55   56 ...   60   61   62]
   [  63   64   65 ...   69   70   71]]

  [[  72   73   74 ...   78   79   80]
   [  81   82   83 ...   87   88   89]
   [  90   91   92 ...   96   97   98]
   ...
   [ 117  118  119 ...  123  124  125]
   [ 126  127  128 ...  132  133  134]
   [ 135  136  137 ...  141  142  143]]

  [[ 144  145  146 ...  150  151  152]
   [ 153  154  155 ...  159  160  161]
   [ 162  163  164 ...  168  169  170]
   ...
   [ 189  190  191 ...  195  196  197]
   [ 198  199  200 ...  204  205  206]
   [ 207  208  209 ...  213  214  215]]]


 [[[ 216  217  218 ...  222  223  224]
   [ 225  226  227 ...  231  232  233]
   [ 234  235  236 ...  240  241  242]
   ...
   [ 261  262  263 ...  267  268  269]
   [ 270  271  272 ...  276  277  278]
   [ 279  280  281 ...  285  286  287]]

  [[ 288  289  290 ...  294  295  296]
   [ 297  298  299 ...  303  304  305]
   [ 306  307  308 ...  312  313  314]
   ...
   [ 333  334  335 ...  339  340  341]
   [ 342  343  344 ...  348  349  350]
   [ 351  352  353 ...  357  358  359]]

  [[ 360  361  362 ...  366  367  368]
   [ 369  370  371 ...  375  376  377]
   [ 378  379  380 ...  384  385  386]
   ...
   [ 405  406  407 ...  411  412  413]
   [ 414  415  416 ...  420  421  422]
   [ 423  424  425 ...  429  430  431]]]


 [[[ 432  433  434 ...  438  439  440]
   [ 441  442  443 ...  447  448  449]
   [ 450  451  452 ...  456  457  458]
   ...
   [ 477  478  479 ...  483  484  485]
   [ 486  487  488 ...  492  493  494]
   [ 495  496  497 ...  501  502  503]]

  [[ 504  505  506 ...  510  511  512]
   [ 513  514  515 ...  519  520  521]
   [ 522  523  524 ...  528  529  530]
   ...
   [ 549  550  551 ...  555  556  557]
   [ 558  559  560 ...  564  565  566]
   [ 567  568  569 ...  573  574  575]]

  [[ 576  577  578 ...  582  583  584]
   [ 585  586  587 ...  591  592  593]
   [ 594  595  596 ...  600  601  602]
   ...
   [ 621  622  623 ...  627  628  629]
   [ 630  631  632 ...  636  637  638]
   [ 639  640  641 ...  645  646  647]]]


 ...


 [[[ 864  865  866 ...  870  871  872]
   [ 873  874  875 ...  879  880  881]
   [ 882  883  884 ...  888  889  890]
   ...
   [ 909  910  911 ...  915  916  917]
   [ 918  919  920 ...  924  925  926]
   [ 927  928  929 ...  933  934  935]]

  [[ 936  937  938 ...  942  943  944]
   [ 945  946  947 ...  951  952  953]
   [ 954  955  956 ...  960  961  962]
   ...
   [ 981  982  983 ...  987  988  989]
   [ 990  991  992 ...  996  997  998]
   [ 999 1000 1001 ... 1005 1006 1007]]

  [[1008 1009 1010 ... 1014 1015 1016]
   [1017 1018 1019 ... 1023 1024 1025]
   [1026 1027 1028 ... 1032 1033 1034]
   ...
   [1053 1054 1055 ... 1059 1060 1061]
   [1062 1063 1064 ... 1068 1069 1070]
   [1071 1072 1073 ... 1077 1078 1079]]]


 [[[1080 1081 1082 ... 1086 1087 1088]
   [1089 1090 1091 ... 1095 1096 1097]
   [1098 1099 1100 ... 1104 1105 1106]
   ...
   [1125 1126 1127 ... 1131 1132 1133]
   [1134 1135 1136 ... 1140 1141 1142]
   [1143 1144 1145 ... 1149 1150 1151]]

  [[1152 1153 1154 ... 1158 1159 1160]
   [1161 1162 1163 ... 1167 1168 1169]
   [1170 1171 1172 ... 1176 1177 1178]
   ...
   [1197 1198 1199 ... 1203 1204 1205]
   [1206 1207 1208 ... 1212 1213 1214]
   [1215 1216 1217 ... 1221 1222 1223]]

  [[1224 1225 1226 ... 1230 1231 1232]
   [1233 1234 1235 ... 1239 1240 1241]
   [1242 1243 1244 ... 1248 1249 1250]
   ...
   [1269 1270 1271 ... 1275 1276 1277]
   [1278 1279 1280 ... 1284 1285 1286]
   [1287 1288 1289 ... 1293 1294 1295]]]


 [[[1296 1297 1298 ... 1302 1303 1304]
   [1305 1306 1307 ... 1311 1312 1313]
   [1314 1315 1316 ... 1320 1321 1322]
   ...
   [1341 1342 1343 ... 1347 1348 1349]
   [1350 1351 1352 ... 1356 1357 1358]
   [1359 1360 1361 ... 1365 1366 1367]]

  [[1368 1369 1370 ... 1374 1375 1376]
   [1377 1378 1379 ... 1383 1384 1385]
   [1386 1387 1388 ... 1392 1393 1394]
   ...
   [1413 1414 1415 ... 1419 1420 1421]
   [1422 1423 1424 ... 1428 1429 1430]
   [1431 1432 1433 ... 1437 1438 1439]]

  [[1440 1441 1442 ... 1446 1447 1448]
   [1449 1450 1451 ... 1455 1456 1457]
   [1458 1459 1460 ... 1464 1465 1466]
   ...
   [1485 1486 1487 ... 1491 1492 1493]
   [1494 1495 1496 ... 1500 1501 1502]
   [1503 1504 1505 ... 1509 1510 1511]]]])")
PRINT_CASE("6 elements are no long axis", printed(steps<std::int64_t>({6, 200}, 0.0, 1.0)),
R"([[   0    1    2 ...  197  198  199]
 [ 200  201  202 ...  397  398  399]
 [ 400  401  402 ...  597  598  599]
 [ 600  601  602 ...  797  798  799]
 [ 800  801  802 ...  997  998  999]
 [1000 1001 1002 ... 1197 1198 1199]])")
PRINT_CASE("7 are", printed(steps<std::int64_t>({7, 200}, 0.0, 1.0)),
R"([[   0    1    2 ...  197  198  199]
 [ 200  201  202 ...  397  398  399]
 [ 400  401  402 ...  597  598  599]
 ...
 [ 800  801  802 ...  997  998  999]
 [1000 1001 1002 ... 1197 1198 1199]
 [1200 1201 1202 ... 1397 1398 1399]])")
PRINT_CASE("whole numbers, float32", printed(listed<float>({3}, {0x1.0000000000000p+0f, 0x1.0000000000000p+1f, 0x1.8000000000000p+1f})),
R"([1. 2. 3.])")
PRINT_CASE("halves, float32", printed(listed<float>({3}, {0x1.0000000000000p-1f, 0x1.8000000000000p+0f, -0x1.4000000000000p+1f})),
R"([ 0.5  1.5 -2.5])")
PRINT_CASE("thirds, float32", printed(listed<float>({3}, {0x1.5555560000000p-2f, 0x1.5555560000000p-1f, 0x1.5555560000000p+0f})),
R"([0.33333334 0.6666667  1.3333334 ])")
PRINT_CASE("tenths, float32", printed(listed<float>({3}, {0x1.99999a0000000p-4f, 0x1.99999a0000000p-3f, 0x1.3333340000000p-2f})),
R"([0.1 0.2 0.3])")
PRINT_CASE("a matrix, float32", printed(listed<float>({2, 2}, {0x1.0000000000000p+0f, 0x1.2000000000000p+1f, -0x1.9000000000000p+1f, 0x1.9000000000000p+6f})),
R"([[  1.      2.25 ]
 [ -3.125 100.   ]])")
PRINT_CASE("zeros of both signs, float32", printed(listed<float>({2}, {0x0.0p+0f, -0x0.0p+0f})),
R"([ 0. -0.])")
PRINT_CASE("all negative, float32", printed(listed<float>({2}, {-0x1.0000000000000p+0f, -0x1.0000000000000p+1f})),
R"([-1. -2.])")
PRINT_CASE("nan, float32", printed(listed<float>({1}, {nan_of<float>})),
R"([nan])")
PRINT_CASE("inf, float32", printed(listed<float>({1}, {inf_of<float>})),
R"([inf])")
PRINT_CASE("-inf, float32", printed(listed<float>({1}, {-inf_of<float>})),
R"([-inf])")
PRINT_CASE("nan and inf, float32", printed(listed<float>({3}, {nan_of<float>, inf_of<float>, -inf_of<float>})),
R"([ nan  inf -inf])")
PRINT_CASE("nan among numbers, float32", printed(listed<float>({3}, {0x1.0000000000000p+0f, nan_of<float>, 0x1.a000000000000p+1f})),
R"([1.    nan 3.25])")
PRINT_CASE("inf among numbers, float32", printed(listed<float>({3}, {0x1.0000000000000p+0f, inf_of<float>, -0x1.a000000000000p+1f})),
R"([ 1.     inf -3.25])")
PRINT_CASE("-inf among wide numbers, float32", printed(listed<float>({3}, {0x1.f440000000000p+9f, -inf_of<float>, nan_of<float>})),
R"([1000.5   -inf    nan])")
PRINT_CASE("large, float32", printed(listed<float>({1}, {0x1.7d78400000000p+26f})),
R"([1.e+08])")
PRINT_CASE("almost large, float32", printed(listed<float>({1}, {0x1.7d783e0000000p+26f})),
R"([99999992.])")
PRINT_CASE("small, float32", printed(listed<float>({1}, {0x1.a36e2e0000000p-14f})),
R"([1.e-04])")
PRINT_CASE("smaller, float32", printed(listed<float>({2}, {0x1.9f3c700000000p-14f, 0x1.4f8b580000000p-17f})),
R"([9.9e-05 1.0e-05])")
PRINT_CASE("a thousand apart, float32", printed(listed<float>({2}, {0x1.0624de0000000p-10f, 0x1.0000000000000p+0f})),
R"([0.001 1.   ])")
PRINT_CASE("more than that, float32", printed(listed<float>({2}, {0x1.0624de0000000p-10f, 0x1.8000000000000p+0f})),
R"([1.0e-03 1.5e+00])")
PRINT_CASE("tiny and huge, float32", printed(listed<float>({3}, {0x1.79ca100000000p-67f, 0x1.0000000000000p+0f, 0x1.5af1d80000000p+66f})),
R"([1.e-20 1.e+00 1.e+20])")
PRINT_CASE("exponents and nan, float32", printed(listed<float>({2, 2}, {0x1.79ca100000000p-67f, nan_of<float>, -inf_of<float>, 0x1.5af1d80000000p+66f})),
R"([[1.e-20    nan]
 [  -inf 1.e+20]])")
PRINT_CASE("the largest, float32", printed(listed<float>({2}, {0x1.fffffe0000000p+127f, -0x1.fffffe0000000p+127f})),
R"([ 3.4028235e+38 -3.4028235e+38])")
PRINT_CASE("the smallest, float32", printed(listed<float>({2}, {0x1.0000000000000p-126f, 0x1.0000000000000p-149f})),
R"([1.1754944e-38 1.4012985e-45])")
PRINT_CASE("rank 0 of 0.0, float32", printed(tensor<float>(float(0x0.0p+0f))),
R"(0.0)")
PRINT_CASE("rank 0 of -0.0, float32", printed(tensor<float>(float(-0x0.0p+0f))),
R"(-0.0)")
PRINT_CASE("rank 0 of 1, float32", printed(tensor<float>(float(0x1.0000000000000p+0f))),
R"(1.0)")
PRINT_CASE("rank 0 of -2.5, float32", printed(tensor<float>(float(-0x1.4000000000000p+1f))),
R"(-2.5)")
PRINT_CASE("rank 0 of 0.1, float32", printed(tensor<float>(float(0x1.99999a0000000p-4f))),
R"(0.1)")
PRINT_CASE("rank 0 of 0.0001, float32", printed(tensor<float>(float(0x1.a36e2e0000000p-14f))),
R"(1e-04)")
PRINT_CASE("rank 0 of 1e-05, float32", printed(tensor<float>(float(0x1.4f8b580000000p-17f))),
R"(1e-05)")
PRINT_CASE("rank 0 of 1000000000000000.0, float32", printed(tensor<float>(float(0x1.c6bf520000000p+49f))),
R"(1000000000000000.0)")
PRINT_CASE("rank 0 of 1e+16, float32", printed(tensor<float>(float(0x1.1c37940000000p+53f))),
R"(1e+16)")
PRINT_CASE("rank 0 of 123456.789, float32", printed(tensor<float>(float(0x1.e240ca0000000p+16f))),
R"(123456.79)")
PRINT_CASE("rank 0 of nan, float32", printed(tensor<float>(float(nan_of<float>))),
R"(nan)")
PRINT_CASE("rank 0 of inf, float32", printed(tensor<float>(float(inf_of<float>))),
R"(inf)")
PRINT_CASE("rank 0 of -inf, float32", printed(tensor<float>(float(-inf_of<float>))),
R"(-inf)")
PRINT_CASE("whole numbers, float64", printed(listed<double>({3}, {0x1.0000000000000p+0, 0x1.0000000000000p+1, 0x1.8000000000000p+1})),
R"([1. 2. 3.])")
PRINT_CASE("halves, float64", printed(listed<double>({3}, {0x1.0000000000000p-1, 0x1.8000000000000p+0, -0x1.4000000000000p+1})),
R"([ 0.5  1.5 -2.5])")
PRINT_CASE("thirds, float64", printed(listed<double>({3}, {0x1.5555555555555p-2, 0x1.5555555555555p-1, 0x1.5555555555555p+0})),
R"([0.33333333 0.66666667 1.33333333])")
PRINT_CASE("tenths, float64", printed(listed<double>({3}, {0x1.999999999999ap-4, 0x1.999999999999ap-3, 0x1.3333333333334p-2})),
R"([0.1 0.2 0.3])")
PRINT_CASE("a matrix, float64", printed(listed<double>({2, 2}, {0x1.0000000000000p+0, 0x1.2000000000000p+1, -0x1.9000000000000p+1, 0x1.9000000000000p+6})),
R"([[  1.      2.25 ]
 [ -3.125 100.   ]])")
PRINT_CASE("zeros of both signs, float64", printed(listed<double>({2}, {0x0.0p+0, -0x0.0p+0})),
R"([ 0. -0.])")
PRINT_CASE("all negative, float64", printed(listed<double>({2}, {-0x1.0000000000000p+0, -0x1.0000000000000p+1})),
R"([-1. -2.])")
PRINT_CASE("nan, float64", printed(listed<double>({1}, {nan_of<double>})),
R"([nan])")
PRINT_CASE("inf, float64", printed(listed<double>({1}, {inf_of<double>})),
R"([inf])")
PRINT_CASE("-inf, float64", printed(listed<double>({1}, {-inf_of<double>})),
R"([-inf])")
PRINT_CASE("nan and inf, float64", printed(listed<double>({3}, {nan_of<double>, inf_of<double>, -inf_of<double>})),
R"([ nan  inf -inf])")
PRINT_CASE("nan among numbers, float64", printed(listed<double>({3}, {0x1.0000000000000p+0, nan_of<double>, 0x1.a000000000000p+1})),
R"([1.    nan 3.25])")
PRINT_CASE("inf among numbers, float64", printed(listed<double>({3}, {0x1.0000000000000p+0, inf_of<double>, -0x1.a000000000000p+1})),
R"([ 1.     inf -3.25])")
PRINT_CASE("-inf among wide numbers, float64", printed(listed<double>({3}, {0x1.f440000000000p+9, -inf_of<double>, nan_of<double>})),
R"([1000.5   -inf    nan])")
PRINT_CASE("large, float64", printed(listed<double>({1}, {0x1.7d78400000000p+26})),
R"([1.e+08])")
PRINT_CASE("almost large, float64", printed(listed<double>({1}, {0x1.7d783e0000000p+26})),
R"([99999992.])")
PRINT_CASE("small, float64", printed(listed<double>({1}, {0x1.a36e2eb1c432dp-14})),
R"([0.0001])")
PRINT_CASE("smaller, float64", printed(listed<double>({2}, {0x1.9f3c70c996b76p-14, 0x1.4f8b588e368f1p-17})),
R"([9.9e-05 1.0e-05])")
PRINT_CASE("a thousand apart, float64", printed(listed<double>({2}, {0x1.0624dd2f1a9fcp-10, 0x1.0000000000000p+0})),
R"([0.001 1.   ])")
PRINT_CASE("more than that, float64", printed(listed<double>({2}, {0x1.0624dd2f1a9fcp-10, 0x1.8000000000000p+0})),
R"([1.0e-03 1.5e+00])")
PRINT_CASE("tiny and huge, float64", printed(listed<double>({3}, {0x1.79ca10c924223p-67, 0x1.0000000000000p+0, 0x1.5af1d78b58c40p+66})),
R"([1.e-20 1.e+00 1.e+20])")
PRINT_CASE("exponents and nan, float64", printed(listed<double>({2, 2}, {0x1.79ca10c924223p-67, nan_of<double>, -inf_of<double>, 0x1.5af1d78b58c40p+66})),
R"([[1.e-20    nan]
 [  -inf 1.e+20]])")
PRINT_CASE("the largest, float64", printed(listed<double>({2}, {0x1.fffffffffffffp+1023, -0x1.fffffffffffffp+1023})),
R"([ 1.79769313e+308 -1.79769313e+308])")
PRINT_CASE("the smallest, float64", printed(listed<double>({2}, {0x1.0000000000000p-1022, 0x0.0000000000001p-1022})),
R"([2.22507386e-308 4.94065646e-324])")
PRINT_CASE("rank 0 of 0.0, float64", printed(tensor<double>(double(0x0.0p+0))),
R"(0.0)")
PRINT_CASE("rank 0 of -0.0, float64", printed(tensor<double>(double(-0x0.0p+0))),
R"(-0.0)")
PRINT_CASE("rank 0 of 1, float64", printed(tensor<double>(double(0x1.0000000000000p+0))),
R"(1.0)")
PRINT_CASE("rank 0 of -2.5, float64", printed(tensor<double>(double(-0x1.4000000000000p+1))),
R"(-2.5)")
PRINT_CASE("rank 0 of 0.1, float64", printed(tensor<double>(double(0x1.999999999999ap-4))),
R"(0.1)")
PRINT_CASE("rank 0 of 0.0001, float64", printed(tensor<double>(double(0x1.a36e2eb1c432dp-14))),
R"(0.0001)")
PRINT_CASE("rank 0 of 1e-05, float64", printed(tensor<double>(double(0x1.4f8b588e368f1p-17))),
R"(1e-05)")
PRINT_CASE("rank 0 of 1000000000000000.0, float64", printed(tensor<double>(double(0x1.c6bf526340000p+49))),
R"(1000000000000000.0)")
PRINT_CASE("rank 0 of 1e+16, float64", printed(tensor<double>(double(0x1.1c37937e08000p+53))),
R"(1e+16)")
PRINT_CASE("rank 0 of 123456.789, float64", printed(tensor<double>(double(0x1.e240c9fbe76c9p+16))),
R"(123456.789)")
PRINT_CASE("rank 0 of nan, float64", printed(tensor<double>(double(nan_of<double>))),
R"(nan)")
PRINT_CASE("rank 0 of inf, float64", printed(tensor<double>(double(inf_of<double>))),
R"(inf)")
PRINT_CASE("rank 0 of -inf, float64", printed(tensor<double>(double(-inf_of<double>))),
R"(-inf)")
PRINT_CASE("exponents of three digits", printed(listed<double>({3}, {0x1.56e1fc2f8f359p-997, 0x1.7e43c8800759cp+996, 0x1.0000000000000p+0})),
R"([1.e-300 1.e+300 1.e+000])")
PRINT_CASE("a sixteenth digit", printed(listed<double>({2}, {0x1.2d6871f9add37p+20, 0x1.0000000000000p+0})),
R"([1.23456712e+06 1.00000000e+00])")
PRINT_CASE("powers of ten", printed(listed<double>({3}, {0x1.0000000000000p+0, 0x1.4000000000000p+3, 0x1.9000000000000p+6})),
R"([  1.  10. 100.])")
PRINT_CASE("more powers of ten", printed(listed<double>({5}, {0x1.0000000000000p+0, 0x1.4000000000000p+3, 0x1.9000000000000p+6, 0x1.f400000000000p+9, 0x1.3880000000000p+13})),
R"([1.e+00 1.e+01 1.e+02 1.e+03 1.e+04])")
PRINT_CASE("rounded at the eighth digit", printed(listed<double>({3}, {0x1.f9add260b5777p-4, 0x1.f9adcfb1839b3p-4, 0x1.fffffff768fa1p-1})),
R"([0.12345678 0.12345678 1.        ])")
PRINT_CASE("rank 0 of all digits", printed(tensor<double>(double(0x1.5555555555555p-2))),
R"(0.3333333333333333)")
PRINT_CASE("rank 0 of all digits, float32", printed(tensor<float>(float(0x1.5555560000000p-2f))),
R"(0.33333334)")
PRINT_CASE("rank 0 of 17 digits", printed(tensor<double>(double(0x1.1c37937e07fffp+53))),
R"(9999999999999998.0)")
PRINT_CASE("rank 3", printed(listed<double>({2, 2, 2}, {0x0.0p+0, 0x1.0000000000000p-2, 0x1.0000000000000p-1, 0x1.8000000000000p-1, 0x1.0000000000000p+0, 0x1.4000000000000p+0, 0x1.8000000000000p+0, 0x1.c000000000000p+0})),
R"([[[0.   0.25]
  [0.5  0.75]]

 [[1.   1.25]
  [1.5  1.75]]])")
PRINT_CASE("rank 4", printed(listed<float>({2, 1, 2, 3}, {0x0.0p+0f, 0x1.0000000000000p-2f, 0x1.0000000000000p-1f, 0x1.8000000000000p-1f, 0x1.0000000000000p+0f, 0x1.4000000000000p+0f, 0x1.8000000000000p+0f, 0x1.c000000000000p+0f, 0x1.0000000000000p+1f, 0x1.2000000000000p+1f, 0x1.4000000000000p+1f, 0x1.6000000000000p+1f})),
R"([[[[0.   0.25 0.5 ]
   [0.75 1.   1.25]]]


 [[[1.5  1.75 2.  ]
   [2.25 2.5  2.75]]]])")
PRINT_CASE("wrapped", printed(steps<double>({30}, 0.0, 0.0625)),
R"([0.     0.0625 0.125  0.1875 0.25   0.3125 0.375  0.4375 0.5    0.5625
 0.625  0.6875 0.75   0.8125 0.875  0.9375 1.     1.0625 1.125  1.1875
 1.25   1.3125 1.375  1.4375 1.5    1.5625 1.625  1.6875 1.75   1.8125])")
PRINT_CASE("wrapped with signs", printed(steps<double>({30}, -1.0, 0.0625)),
R"([-1.     -0.9375 -0.875  -0.8125 -0.75   -0.6875 -0.625  -0.5625 -0.5
 -0.4375 -0.375  -0.3125 -0.25   -0.1875 -0.125  -0.0625  0.      0.0625
  0.125   0.1875  0.25    0.3125  0.375   0.4375  0.5     0.5625  0.625
  0.6875  0.75    0.8125])")
PRINT_CASE("wrapped, float32", printed(steps<float>({24}, 0.0, 0.5)),
R"([ 0.   0.5  1.   1.5  2.   2.5  3.   3.5  4.   4.5  5.   5.5  6.   6.5
  7.   7.5  8.   8.5  9.   9.5 10.  10.5 11.  11.5])")
PRINT_CASE("wrapped exponents", printed(steps<double>({12}, 1e-09, 1e-09)),
R"([1.0e-09 2.0e-09 3.0e-09 4.0e-09 5.0e-09 6.0e-09 7.0e-09 8.0e-09 9.0e-09
 1.0e-08 1.1e-08 1.2e-08])")
PRINT_CASE("summarised", printed(steps<double>({1001}, 0.0, 0.5)),
R"([  0.    0.5   1.  ... 499.  499.5 500. ])")
PRINT_CASE("a summarised matrix", printed(steps<double>({60, 50}, -1.0, 0.25)),
R"([[-1.0000e+00 -7.5000e-01 -5.0000e-01 ...  1.0750e+01  1.1000e+01
   1.1250e+01]
 [ 1.1500e+01  1.1750e+01  1.2000e+01 ...  2.3250e+01  2.3500e+01
   2.3750e+01]
 [ 2.4000e+01  2.4250e+01  2.4500e+01 ...  3.5750e+01  3.6000e+01
   3.6250e+01]
 ...
 [ 7.1150e+02  7.1175e+02  7.1200e+02 ...  7.2325e+02  7.2350e+02
   7.2375e+02]
 [ 7.2400e+02  7.2425e+02  7.2450e+02 ...  7.3575e+02  7.3600e+02
   7.3625e+02]
 [ 7.3650e+02  7.3675e+02  7.3700e+02 ...  7.4825e+02  7.4850e+02
   7.4875e+02]])")
PRINT_CASE("a summarised rank 3", printed(steps<float>({12, 12, 12}, 0.0, 0.5)),
R"([[[0.000e+00 5.000e-01 1.000e+00 ... 4.500e+00 5.000e+00 5.500e+00]
  [6.000e+00 6.500e+00 7.000e+00 ... 1.050e+01 1.100e+01 1.150e+01]
  [1.200e+01 1.250e+01 1.300e+01 ... 1.650e+01 1.700e+01 1.750e+01]
  ...
  [5.400e+01 5.450e+01 5.500e+01 ... 5.850e+01 5.900e+01 5.950e+01]
  [6.000e+01 6.050e+01 6.100e+01 ... 6.450e+01 6.500e+01 6.550e+01]
  [6.600e+01 6.650e+01 6.700e+01 ... 7.050e+01 7.100e+01 7.150e+01]]

 [[7.200e+01 7.250e+01 7.300e+01 ... 7.650e+01 7.700e+01 7.750e+01]
  [7.800e+01 7.850e+01 7.900e+01 ... 8.250e+01 8.300e+01 8.350e+01]
  [8.400e+01 8.450e+01 8.500e+01 ... 8.850e+01 8.900e+01 8.950e+01]
  ...
  [1.260e+02 1.265e+02 1.270e+02 ... 1.305e+02 1.310e+02 1.315e+02]
  [1.320e+02 1.325e+02 1.330e+02 ... 1.365e+02 1.370e+02 1.375e+02]
  [1.380e+02 1.385e+02 1.390e+02 ... 1.425e+02 1.430e+02 1.435e+02]]

 [[1.440e+02 1.445e+02 1.450e+02 ... 1.485e+02 1.490e+02 1.495e+02]
  [1.500e+02 1.505e+02 1.510e+02 ... 1.545e+02 1.550e+02 1.555e+02]
  [1.560e+02 1.565e+02 1.570e+02 ... 1.605e+02 1.610e+02 1.615e+02]
  ...
  [1.980e+02 1.985e+02 1.990e+02 ... 2.025e+02 2.030e+02 2.035e+02]
  [2.040e+02 2.045e+02 2.050e+02 ... 2.085e+02 2.090e+02 2.095e+02]
  [2.100e+02 2.105e+02 2.110e+02 ... 2.145e+02 2.150e+02 2.155e+02]]

 ...

 [[6.480e+02 6.485e+02 6.490e+02 ... 6.525e+02 6.530e+02 6.535e+02]
  [6.540e+02 6.545e+02 6.550e+02 ... 6.585e+02 6.590e+02 6.595e+02]
  [6.600e+02 6.605e+02 6.610e+02 ... 6.645e+02 6.650e+02 6.655e+02]
  ...
  [7.020e+02 7.025e+02 7.030e+02 ... 7.065e+02 7.070e+02 7.075e+02]
  [7.080e+02 7.085e+02 7.090e+02 ... 7.125e+02 7.130e+02 7.135e+02]
  [7.140e+02 7.145e+02 7.150e+02 ... 7.185e+02 7.190e+02 7.195e+02]]

 [[7.200e+02 7.205e+02 7.210e+02 ... 7.245e+02 7.250e+02 7.255e+02]
  [7.260e+02 7.265e+02 7.270e+02 ... 7.305e+02 7.310e+02 7.315e+02]
  [7.320e+02 7.325e+02 7.330e+02 ... 7.365e+02 7.370e+02 7.375e+02]
  ...
  [7.740e+02 7.745e+02 7.750e+02 ... 7.785e+02 7.790e+02 7.795e+02]
  [7.800e+02 7.805e+02 7.810e+02 ... 7.845e+02 7.850e+02 7.855e+02]
  [7.860e+02 7.865e+02 7.870e+02 ... 7.905e+02 7.910e+02 7.915e+02]]

 [[7.920e+02 7.925e+02 7.930e+02 ... 7.965e+02 7.970e+02 7.975e+02]
  [7.980e+02 7.985e+02 7.990e+02 ... 8.025e+02 8.030e+02 8.035e+02]
  [8.040e+02 8.045e+02 8.050e+02 ... 8.085e+02 8.090e+02 8.095e+02]
  ...
  [8.460e+02 8.465e+02 8.470e+02 ... 8.505e+02 8.510e+02 8.515e+02]
  [8.520e+02 8.525e+02 8.530e+02 ... 8.565e+02 8.570e+02 8.575e+02]
  [8.580e+02 8.585e+02 8.590e+02 ... 8.625e+02 8.630e+02 8.635e+02]]])")
PRINT_CASE("bools", printed(listed<bool>({2}, {true, false})),
R"([ True False])")
PRINT_CASE("one bool", printed(listed<bool>({1}, {true})),
R"([ True])")
PRINT_CASE("true ones", printed(listed<bool>({2}, {true, true})),
R"([ True  True])")
PRINT_CASE("false ones", printed(listed<bool>({2}, {false, false})),
R"([False False])")
PRINT_CASE("a matrix of bools", printed(listed<bool>({2, 2}, {true, false, false, true})),
R"([[ True False]
 [False  True]])")
PRINT_CASE("true of rank 0", printed(tensor<bool>(bool(true))),
R"(True)")
PRINT_CASE("false of rank 0", printed(tensor<bool>(bool(false))),
R"(False)")
PRINT_CASE("wrapped bools", printed(listed<bool>({30}, {true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false})),
R"([ True False False  True False False  True False False  True False False
  True False False  True False False  True False False  True False False
  True False False  True False False])")
PRINT_CASE("rank 3 of bools", printed(listed<bool>({2, 2, 2}, {true, false, false, true, false, false, true, false})),
R"([[[ True False]
  [False  True]]

 [[False False]
  [ True False]]])")
PRINT_CASE("complex, complex64", printed(listed<std::complex<float>>({2}, {{0x1.0000000000000p+0f, 0x1.0000000000000p+1f}, {0x1.8000000000000p+1f, -0x1.0000000000000p+2f}})),
R"([1.+2.j 3.-4.j])")
PRINT_CASE("complex fractions, complex64", printed(listed<std::complex<float>>({2}, {{0x1.0000000000000p-1f, 0x1.0000000000000p-2f}, {-0x1.2000000000000p+0f, -0x1.0000000000000p+1f}})),
R"([ 0.5  +0.25j -1.125-2.j  ])")
PRINT_CASE("complex nan and inf, complex64", printed(listed<std::complex<float>>({3}, {{nan_of<float>, 0x1.0000000000000p+0f}, {-inf_of<float>, inf_of<float>}, {0x0.0p+0f, 0x1.0000000000000p+0f}})),
R"([ nan +1.j -inf+infj   0. +1.j])")
PRINT_CASE("complex exponents, complex64", printed(listed<std::complex<float>>({2}, {{0x1.b7cdfe0000000p-34f, 0x1.0000000000000p+0f}, {0x1.0000000000000p+0f, 0x1.2a05f20000000p+33f}})),
R"([1.e-10+1.e+00j 1.e+00+1.e+10j])")
PRINT_CASE("complex zeros, complex64", printed(listed<std::complex<float>>({2}, {{0x0.0p+0f, -0x0.0p+0f}, {-0x0.0p+0f, 0x0.0p+0f}})),
R"([ 0.-0.j -0.+0.j])")
PRINT_CASE("a complex matrix, complex64", printed(listed<std::complex<float>>({2, 2}, {{0x1.0000000000000p+0f, 0x0.0p+0f}, {0x0.0p+0f, 0x1.0000000000000p+0f}, {-0x1.0000000000000p+0f, 0x0.0p+0f}, {-0x0.0p+0f, -0x1.0000000000000p+0f}})),
R"([[ 1.+0.j  0.+1.j]
 [-1.+0.j -0.-1.j]])")
PRINT_CASE("complex rank 0 of (1+2j), complex64", printed(tensor<std::complex<float>>(std::complex<float>(0x1.0000000000000p+0f, 0x1.0000000000000p+1f))),
R"((1+2j))")
PRINT_CASE("complex rank 0 of 2j, complex64", printed(tensor<std::complex<float>>(std::complex<float>(0x0.0p+0f, 0x1.0000000000000p+1f))),
R"(2j)")
PRINT_CASE("complex rank 0 of 0j, complex64", printed(tensor<std::complex<float>>(std::complex<float>(0x0.0p+0f, 0x0.0p+0f))),
R"(0j)")
PRINT_CASE("complex rank 0 of (-0-0j), complex64", printed(tensor<std::complex<float>>(std::complex<float>(-0x0.0p+0f, -0x0.0p+0f))),
R"((-0-0j))")
PRINT_CASE("complex rank 0 of (1.5-2.25j), complex64", printed(tensor<std::complex<float>>(std::complex<float>(0x1.8000000000000p+0f, -0x1.2000000000000p+1f))),
R"((1.5-2.25j))")
PRINT_CASE("complex rank 0 of (nan+infj), complex64", printed(tensor<std::complex<float>>(std::complex<float>(nan_of<float>, inf_of<float>))),
R"((nan+infj))")
PRINT_CASE("complex rank 0 of (1e+16+1e-05j), complex64", printed(tensor<std::complex<float>>(std::complex<float>(0x1.1c37940000000p+53f, 0x1.4f8b580000000p-17f))),
R"((1e+16+1e-05j))")
PRINT_CASE("complex rank 0 of nanj, complex64", printed(tensor<std::complex<float>>(std::complex<float>(0x0.0p+0f, nan_of<float>))),
R"(nanj)")
PRINT_CASE("complex rank 0 of (1-infj), complex64", printed(tensor<std::complex<float>>(std::complex<float>(0x1.0000000000000p+0f, -inf_of<float>))),
R"((1-infj))")
PRINT_CASE("complex, complex128", printed(listed<std::complex<double>>({2}, {{0x1.0000000000000p+0, 0x1.0000000000000p+1}, {0x1.8000000000000p+1, -0x1.0000000000000p+2}})),
R"([1.+2.j 3.-4.j])")
PRINT_CASE("complex fractions, complex128", printed(listed<std::complex<double>>({2}, {{0x1.0000000000000p-1, 0x1.0000000000000p-2}, {-0x1.2000000000000p+0, -0x1.0000000000000p+1}})),
R"([ 0.5  +0.25j -1.125-2.j  ])")
PRINT_CASE("complex nan and inf, complex128", printed(listed<std::complex<double>>({3}, {{nan_of<double>, 0x1.0000000000000p+0}, {-inf_of<double>, inf_of<double>}, {0x0.0p+0, 0x1.0000000000000p+0}})),
R"([ nan +1.j -inf+infj   0. +1.j])")
PRINT_CASE("complex exponents, complex128", printed(listed<std::complex<double>>({2}, {{0x1.b7cdfd9d7bdbbp-34, 0x1.0000000000000p+0}, {0x1.0000000000000p+0, 0x1.2a05f20000000p+33}})),
R"([1.e-10+1.e+00j 1.e+00+1.e+10j])")
PRINT_CASE("complex zeros, complex128", printed(listed<std::complex<double>>({2}, {{0x0.0p+0, -0x0.0p+0}, {-0x0.0p+0, 0x0.0p+0}})),
R"([ 0.-0.j -0.+0.j])")
PRINT_CASE("a complex matrix, complex128", printed(listed<std::complex<double>>({2, 2}, {{0x1.0000000000000p+0, 0x0.0p+0}, {0x0.0p+0, 0x1.0000000000000p+0}, {-0x1.0000000000000p+0, 0x0.0p+0}, {-0x0.0p+0, -0x1.0000000000000p+0}})),
R"([[ 1.+0.j  0.+1.j]
 [-1.+0.j -0.-1.j]])")
PRINT_CASE("complex rank 0 of (1+2j), complex128", printed(tensor<std::complex<double>>(std::complex<double>(0x1.0000000000000p+0, 0x1.0000000000000p+1))),
R"((1+2j))")
PRINT_CASE("complex rank 0 of 2j, complex128", printed(tensor<std::complex<double>>(std::complex<double>(0x0.0p+0, 0x1.0000000000000p+1))),
R"(2j)")
PRINT_CASE("complex rank 0 of 0j, complex128", printed(tensor<std::complex<double>>(std::complex<double>(0x0.0p+0, 0x0.0p+0))),
R"(0j)")
PRINT_CASE("complex rank 0 of (-0-0j), complex128", printed(tensor<std::complex<double>>(std::complex<double>(-0x0.0p+0, -0x0.0p+0))),
R"((-0-0j))")
PRINT_CASE("complex rank 0 of (1.5-2.25j), complex128", printed(tensor<std::complex<double>>(std::complex<double>(0x1.8000000000000p+0, -0x1.2000000000000p+1))),
R"((1.5-2.25j))")
PRINT_CASE("complex rank 0 of (nan+infj), complex128", printed(tensor<std::complex<double>>(std::complex<double>(nan_of<double>, inf_of<double>))),
R"((nan+infj))")
PRINT_CASE("complex rank 0 of (1e+16+1e-05j), complex128", printed(tensor<std::complex<double>>(std::complex<double>(0x1.1c37937e08000p+53, 0x1.4f8b588e368f1p-17))),
R"((1e+16+1e-05j))")
PRINT_CASE("complex rank 0 of nanj, complex128", printed(tensor<std::complex<double>>(std::complex<double>(0x0.0p+0, nan_of<double>))),
R"(nanj)")
PRINT_CASE("complex rank 0 of (1-infj), complex128", printed(tensor<std::complex<double>>(std::complex<double>(0x1.0000000000000p+0, -inf_of<double>))),
R"((1-infj))")
PRINT_CASE("wrapped complex", printed(listed<std::complex<double>>({12}, {{0x0.0p+0, 0x0.0p+0}, {0x1.0000000000000p+0, -0x1.0000000000000p-1}, {0x1.0000000000000p+1, -0x1.0000000000000p+0}, {0x1.8000000000000p+1, -0x1.8000000000000p+0}, {0x1.0000000000000p+2, -0x1.0000000000000p+1}, {0x1.4000000000000p+2, -0x1.4000000000000p+1}, {0x1.8000000000000p+2, -0x1.8000000000000p+1}, {0x1.c000000000000p+2, -0x1.c000000000000p+1}, {0x1.0000000000000p+3, -0x1.0000000000000p+2}, {0x1.2000000000000p+3, -0x1.2000000000000p+2}, {0x1.4000000000000p+3, -0x1.4000000000000p+2}, {0x1.6000000000000p+3, -0x1.6000000000000p+2}})),
R"([ 0.+0.j   1.-0.5j  2.-1.j   3.-1.5j  4.-2.j   5.-2.5j  6.-3.j   7.-3.5j
  8.-4.j   9.-4.5j 10.-5.j  11.-5.5j])")
PRINT_CASE("empty (0,), float64", printed(listed<double>({0}, {})),
R"([])")
PRINT_CASE("empty (0,), int32", printed(listed<std::int32_t>({0}, {})),
R"([])")
PRINT_CASE("empty (0,), bool", printed(listed<bool>({0}, {})),
R"([])")
PRINT_CASE("empty (0,), complex64", printed(listed<std::complex<float>>({0}, {})),
R"([])")
PRINT_CASE("empty (0, 3), float64", printed(listed<double>({0, 3}, {})),
R"([])")
PRINT_CASE("empty (0, 3), int32", printed(listed<std::int32_t>({0, 3}, {})),
R"([])")
PRINT_CASE("empty (0, 3), bool", printed(listed<bool>({0, 3}, {})),
R"([])")
PRINT_CASE("empty (0, 3), complex64", printed(listed<std::complex<float>>({0, 3}, {})),
R"([])")
PRINT_CASE("empty (3, 0), float64", printed(listed<double>({3, 0}, {})),
R"([])")
PRINT_CASE("empty (3, 0), int32", printed(listed<std::int32_t>({3, 0}, {})),
R"([])")
PRINT_CASE("empty (3, 0), bool", printed(listed<bool>({3, 0}, {})),
R"([])")
PRINT_CASE("empty (3, 0), complex64", printed(listed<std::complex<float>>({3, 0}, {})),
R"([])")
PRINT_CASE("empty (2, 0, 4), float64", printed(listed<double>({2, 0, 4}, {})),
R"([])")
PRINT_CASE("empty (2, 0, 4), int32", printed(listed<std::int32_t>({2, 0, 4}, {})),
R"([])")
PRINT_CASE("empty (2, 0, 4), bool", printed(listed<bool>({2, 0, 4}, {})),
R"([])")
PRINT_CASE("empty (2, 0, 4), complex64", printed(listed<std::complex<float>>({2, 0, 4}, {})),
R"([])")
PRINT_CASE("precision 0", printed(listed<double>({3}, {0x1.5555555555555p-2, 0x1.5555555555555p-1, 0x1.5555555555555p+0}), {.precision = 0}),
R"([0. 1. 1.])")
PRINT_CASE("precision 1", printed(listed<double>({3}, {0x1.5555555555555p-2, 0x1.5555555555555p-1, 0x1.5555555555555p+0}), {.precision = 1}),
R"([0.3 0.7 1.3])")
PRINT_CASE("precision 3", printed(listed<double>({3}, {0x1.5555555555555p-2, 0x1.5555555555555p-1, 0x1.5555555555555p+0}), {.precision = 3}),
R"([0.333 0.667 1.333])")
PRINT_CASE("precision 12", printed(listed<double>({3}, {0x1.5555555555555p-2, 0x1.5555555555555p-1, 0x1.5555555555555p+0}), {.precision = 12}),
R"([0.333333333333 0.666666666667 1.333333333333])")
PRINT_CASE("precision 17", printed(listed<double>({3}, {0x1.5555555555555p-2, 0x1.5555555555555p-1, 0x1.5555555555555p+0}), {.precision = 17}),
R"([0.3333333333333333 0.6666666666666666 1.3333333333333333])")
PRINT_CASE("precision 20", printed(listed<double>({3}, {0x1.5555555555555p-2, 0x1.5555555555555p-1, 0x1.5555555555555p+0}), {.precision = 20}),
R"([0.3333333333333333 0.6666666666666666 1.3333333333333333])")
PRINT_CASE("precision 0 and halves", printed(listed<double>({3}, {0x1.0000000000000p-1, 0x1.8000000000000p+0, 0x1.4000000000000p+1}), {.precision = 0}),
R"([0. 2. 2.])")
PRINT_CASE("precision of exponents", printed(listed<double>({2}, {0x1.5555555555555p-2, 0x1.3de4355555555p+28}), {.precision = 3}),
R"([3.333e-01 3.333e+08])")
PRINT_CASE("precision 0 of exponents", printed(listed<double>({2}, {0x1.65a0bc0000000p+30, 0x1.5798ee2308c3ap-29}), {.precision = 0}),
R"([2.e+09 3.e-09])")
PRINT_CASE("precision does not touch rank 0", printed(tensor<double>(double(0x1.5555555555555p-2)), {.precision = 2}),
R"(0.3333333333333333)")
PRINT_CASE("fixed", printed(listed<double>({3}, {0x1.999999999999ap-4, 0x1.5555555555555p-2, 0x1.0000000000000p+1}), {.floatmode = float_mode::fixed}),
R"([0.10000000 0.33333333 2.00000000])")
PRINT_CASE("fixed, float32", printed(listed<float>({3}, {0x1.99999a0000000p-4f, 0x1.5555560000000p-2f, 0x1.0000000000000p+1f}), {.floatmode = float_mode::fixed}),
R"([0.10000000 0.33333334 2.00000000])")
PRINT_CASE("fixed with exponents", printed(listed<double>({3}, {0x1.999999999999ap-4, 0x1.8d5d42aaaaaabp+31, 0x1.0000000000000p+1}), {.floatmode = float_mode::fixed}),
R"([1.00000000e-01 3.33333333e+09 2.00000000e+00])")
PRINT_CASE("fixed, precision 3, nan", printed(listed<double>({4}, {0x1.0000000000000p-1, nan_of<double>, 0x1.4d55555555555p+8, -inf_of<double>}), {.precision = 3, .floatmode = float_mode::fixed}),
R"([  0.500     nan 333.333    -inf])")
PRINT_CASE("fixed, complex", printed(listed<std::complex<double>>({2}, {{0x1.0000000000000p-1, 0x1.5555555555555p-2}, {0x1.0000000000000p+1, 0x0.0p+0}}), {.precision = 4, .floatmode = float_mode::fixed}),
R"([0.5000+0.3333j 2.0000+0.0000j])")
PRINT_CASE("unique", printed(listed<double>({3}, {0x1.999999999999ap-4, 0x1.5555555555555p-2, 0x1.0000000000000p+1}), {.floatmode = float_mode::unique}),
R"([0.1                0.3333333333333333 2.                ])")
PRINT_CASE("unique, float32", printed(listed<float>({3}, {0x1.99999a0000000p-4f, 0x1.5555560000000p-2f, 0x1.0000000000000p+1f}), {.floatmode = float_mode::unique}),
R"([0.1        0.33333334 2.        ])")
PRINT_CASE("unique with exponents", printed(listed<double>({3}, {0x1.999999999999ap-4, 0x1.8d5d42aaaaaabp+31, 0x1.0000000000000p+1}), {.floatmode = float_mode::unique}),
R"([1.0000000000000001e-01 3.3333333333333335e+09 2.0000000000000000e+00])")
PRINT_CASE("unique, precision 3, nan", printed(listed<double>({4}, {0x1.0000000000000p-1, nan_of<double>, 0x1.4d55555555555p+8, -inf_of<double>}), {.precision = 3, .floatmode = float_mode::unique}),
R"([  0.5                           nan 333.3333333333333              -inf])")
PRINT_CASE("unique, complex", printed(listed<std::complex<double>>({2}, {{0x1.0000000000000p-1, 0x1.5555555555555p-2}, {0x1.0000000000000p+1, 0x0.0p+0}}), {.precision = 4, .floatmode = float_mode::unique}),
R"([0.5+0.3333333333333333j 2. +0.j                ])")
PRINT_CASE("maxprec", printed(listed<double>({3}, {0x1.999999999999ap-4, 0x1.5555555555555p-2, 0x1.0000000000000p+1}), {.floatmode = float_mode::maxprec}),
R"([0.1        0.33333333 2.        ])")
PRINT_CASE("maxprec, float32", printed(listed<float>({3}, {0x1.99999a0000000p-4f, 0x1.5555560000000p-2f, 0x1.0000000000000p+1f}), {.floatmode = float_mode::maxprec}),
R"([0.1        0.33333334 2.        ])")
PRINT_CASE("maxprec with exponents", printed(listed<double>({3}, {0x1.999999999999ap-4, 0x1.8d5d42aaaaaabp+31, 0x1.0000000000000p+1}), {.floatmode = float_mode::maxprec}),
R"([1.00000000e-01 3.33333333e+09 2.00000000e+00])")
PRINT_CASE("maxprec, precision 3, nan", printed(listed<double>({4}, {0x1.0000000000000p-1, nan_of<double>, 0x1.4d55555555555p+8, -inf_of<double>}), {.precision = 3, .floatmode = float_mode::maxprec}),
R"([  0.5       nan 333.333    -inf])")
PRINT_CASE("maxprec, complex", printed(listed<std::complex<double>>({2}, {{0x1.0000000000000p-1, 0x1.5555555555555p-2}, {0x1.0000000000000p+1, 0x0.0p+0}}), {.precision = 4, .floatmode = float_mode::maxprec}),
R"([0.5+0.3333j 2. +0.j    ])")
PRINT_CASE("maxprec_equal", printed(listed<double>({3}, {0x1.999999999999ap-4, 0x1.5555555555555p-2, 0x1.0000000000000p+1}), {.floatmode = float_mode::maxprec_equal}),
R"([0.10000000 0.33333333 2.00000000])")
PRINT_CASE("maxprec_equal, float32", printed(listed<float>({3}, {0x1.99999a0000000p-4f, 0x1.5555560000000p-2f, 0x1.0000000000000p+1f}), {.floatmode = float_mode::maxprec_equal}),
R"([0.10000000 0.33333334 2.00000000])")
PRINT_CASE("maxprec_equal with exponents", printed(listed<double>({3}, {0x1.999999999999ap-4, 0x1.8d5d42aaaaaabp+31, 0x1.0000000000000p+1}), {.floatmode = float_mode::maxprec_equal}),
R"([1.00000000e-01 3.33333333e+09 2.00000000e+00])")
PRINT_CASE("maxprec_equal, precision 3, nan", printed(listed<double>({4}, {0x1.0000000000000p-1, nan_of<double>, 0x1.4d55555555555p+8, -inf_of<double>}), {.precision = 3, .floatmode = float_mode::maxprec_equal}),
R"([  0.500     nan 333.333    -inf])")
PRINT_CASE("maxprec_equal, complex", printed(listed<std::complex<double>>({2}, {{0x1.0000000000000p-1, 0x1.5555555555555p-2}, {0x1.0000000000000p+1, 0x0.0p+0}}), {.precision = 4, .floatmode = float_mode::maxprec_equal}),
R"([0.5+0.3333j 2.0+0.0000j])")
PRINT_CASE("unique at powers of two", printed(listed<double>({4}, {0x1.0000000000000p-44, 0x1.0000000000000p+89, 0x1.52d02c7e14af6p+76, 0x0.0000000000001p-1022}), {.floatmode = float_mode::unique}),
R"([5.684341886080802e-014 6.189700196426902e+026 9.999999999999999e+022
 4.940656458412465e-324])")
PRINT_CASE("fixed to 25 digits", printed(listed<double>({1}, {0x1.999999999999ap-4}), {.precision = 25, .floatmode = float_mode::fixed}),
R"([0.1000000000000000055511151])")
PRINT_CASE("suppress", printed(listed<double>({3}, {0x1.b7cdfd9d7bdbbp-34, 0x1.0000000000000p+0, 0x1.02e4b6ce5dc68p-13}), {.suppress = true}),
R"([0.         1.         0.00012345])")
PRINT_CASE("suppress with few digits", printed(listed<double>({4}, {0x1.89374bc6a7efap-8, 0x1.47ae147ae147bp-8, 0x1.0624dd2f1a9fcp-8, 0x1.0000000000000p+0}), {.precision = 2, .suppress = true}),
R"([0.01 0.01 0.   1.  ])")
PRINT_CASE("suppress does not touch large", printed(listed<double>({2}, {0x1.b7cdfd9d7bdbbp-34, 0x1.7d78400000000p+26}), {.suppress = true}),
R"([1.e-10 1.e+08])")
PRINT_CASE("sign '+'", printed(listed<double>({2}, {0x1.0000000000000p+0, 0x1.4000000000000p+1}), {.sign = '+'}),
R"([+1.  +2.5])")
PRINT_CASE("sign '+' and negative", printed(listed<double>({2}, {0x1.0000000000000p+0, -0x1.4000000000000p+1}), {.sign = '+'}),
R"([+1.  -2.5])")
PRINT_CASE("sign '+' and inf", printed(listed<double>({4}, {inf_of<double>, nan_of<double>, -inf_of<double>, 0x1.0000000000000p+0}), {.sign = '+'}),
R"([+inf +nan -inf  +1.])")
PRINT_CASE("sign '+', complex", printed(listed<std::complex<double>>({2}, {{0x1.0000000000000p+0, 0x1.0000000000000p+1}, {-0x1.0000000000000p+0, -0x1.0000000000000p+1}}), {.sign = '+'}),
R"([+1.+2.j -1.-2.j])")
PRINT_CASE("sign '+', exponents", printed(listed<double>({2}, {0x1.0000000000000p+0, 0x1.2a05f20000000p+33}), {.sign = '+'}),
R"([+1.e+00 +1.e+10])")
PRINT_CASE("sign ' '", printed(listed<double>({2}, {0x1.0000000000000p+0, 0x1.4000000000000p+1}), {.sign = ' '}),
R"([ 1.   2.5])")
PRINT_CASE("sign ' ' and negative", printed(listed<double>({2}, {0x1.0000000000000p+0, -0x1.4000000000000p+1}), {.sign = ' '}),
R"([ 1.  -2.5])")
PRINT_CASE("sign ' ' and inf", printed(listed<double>({4}, {inf_of<double>, nan_of<double>, -inf_of<double>, 0x1.0000000000000p+0}), {.sign = ' '}),
R"([ inf  nan -inf   1.])")
PRINT_CASE("sign ' ', complex", printed(listed<std::complex<double>>({2}, {{0x1.0000000000000p+0, 0x1.0000000000000p+1}, {-0x1.0000000000000p+0, -0x1.0000000000000p+1}}), {.sign = ' '}),
R"([ 1.+2.j -1.-2.j])")
PRINT_CASE("sign ' ', exponents", printed(listed<double>({2}, {0x1.0000000000000p+0, 0x1.2a05f20000000p+33}), {.sign = ' '}),
R"([ 1.e+00  1.e+10])")
PRINT_CASE("nanstr and infstr", printed(listed<double>({4}, {0x1.0000000000000p+0, nan_of<double>, inf_of<double>, -inf_of<double>}), {.nanstr = "NA", .infstr = "infinity"}),
R"([       1.        NA  infinity -infinity])")
PRINT_CASE("a short nanstr", printed(listed<double>({2}, {0x1.0000000000000p+0, nan_of<double>}), {.nanstr = "-", .infstr = "oo"}),
R"([1.  -])")
PRINT_CASE("threshold 5", printed(steps<std::int64_t>({6}, 0.0, 1.0), {.threshold = 5, .edgeitems = 2}),
R"([0 1 ... 4 5])")
PRINT_CASE("threshold 0", printed(steps<std::int64_t>({3, 8}, 0.0, 1.0), {.threshold = 0}),
R"([[ 0  1  2 ...  5  6  7]
 [ 8  9 10 ... 13 14 15]
 [16 17 18 ... 21 22 23]])")
PRINT_CASE("edgeitems 1", printed(steps<std::int64_t>({9, 9}, 0.0, 1.0), {.threshold = 10, .edgeitems = 1}),
R"([[ 0 ...  8]
 ...
 [72 ... 80]])")
PRINT_CASE("edgeitems 0", printed(steps<std::int64_t>({4, 6}, 0.0, 1.0), {.threshold = 5, .edgeitems = 0}),
R"([...
 [... 23]])")
PRINT_CASE("no edge of a vector", printed(steps<std::int64_t>({12}, 0.0, 1.0), {.threshold = 5, .edgeitems = 0}),
R"([... 11])")
PRINT_CASE("edgeitems 10", printed(steps<std::int64_t>({1500}, 0.0, 1.0), {.edgeitems = 10}),
R"([   0    1    2    3    4    5    6    7    8    9 ... 1490 1491 1492 1493
 1494 1495 1496 1497 1498 1499])")
PRINT_CASE("widths of the corners alone", printed(steps<std::int64_t>({2000}, -5.0, 5.0), {.threshold = 100, .edgeitems = 2}),
R"([  -5    0 ... 9985 9990])")
PRINT_CASE("linewidth 0", printed(steps<double>({2, 9}, 0.0, 0.5), {.linewidth = 0}),
R"([[0.
  0.5
  1.
  1.5
  2.
  2.5
  3.
  3.5
  4. ]
 [4.5
  5.
  5.5
  6.
  6.5
  7.
  7.5
  8.
  8.5]])")
PRINT_CASE("linewidth 1", printed(steps<double>({2, 9}, 0.0, 0.5), {.linewidth = 1}),
R"([[0.
  0.5
  1.
  1.5
  2.
  2.5
  3.
  3.5
  4. ]
 [4.5
  5.
  5.5
  6.
  6.5
  7.
  7.5
  8.
  8.5]])")
PRINT_CASE("linewidth 10", printed(steps<double>({2, 9}, 0.0, 0.5), {.linewidth = 10}),
R"([[0.
  0.5
  1.
  1.5
  2.
  2.5
  3.
  3.5
  4. ]
 [4.5
  5.
  5.5
  6.
  6.5
  7.
  7.5
  8.
  8.5]])")
PRINT_CASE("linewidth 20", printed(steps<double>({2, 9}, 0.0, 0.5), {.linewidth = 20}),
R"([[0.  0.5 1.  1.5
  2.  2.5 3.  3.5
  4. ]
 [4.5 5.  5.5 6.
  6.5 7.  7.5 8.
  8.5]])")
PRINT_CASE("linewidth 40", printed(steps<double>({2, 9}, 0.0, 0.5), {.linewidth = 40}),
R"([[0.  0.5 1.  1.5 2.  2.5 3.  3.5 4. ]
 [4.5 5.  5.5 6.  6.5 7.  7.5 8.  8.5]])")
PRINT_CASE("linewidth 120", printed(steps<double>({2, 9}, 0.0, 0.5), {.linewidth = 120}),
R"([[0.  0.5 1.  1.5 2.  2.5 3.  3.5 4. ]
 [4.5 5.  5.5 6.  6.5 7.  7.5 8.  8.5]])")
PRINT_CASE("linewidth and dots", printed(steps<std::int64_t>({2000}, 100000.0, 1.0), {.edgeitems = 5, .linewidth = 30}),
R"([100000 100001 100002 100003
 100004 ... 101995 101996
 101997 101998 101999])")
PRINT_CASE("a sum", printed(m + 1),
R"([[ 1  2  3  4]
 [ 5  6  7  8]
 [ 9 10 11 12]])")
PRINT_CASE("a product", printed(m * 0.5),
R"([[0.  0.5 1.  1.5]
 [2.  2.5 3.  3.5]
 [4.  4.5 5.  5.5]])")
PRINT_CASE("a broadcast", printed(m[_, newaxis] * x[_, newaxis]),
R"([[[  0.    0.5   1.    1.5]
  [ -0.   -1.5  -3.   -4.5]
  [  0.    2.    4.    6. ]]

 [[  2.    2.5   3.    3.5]
  [ -6.   -7.5  -9.  -10.5]
  [  8.   10.   12.   14. ]]

 [[  4.    4.5   5.    5.5]
  [-12.  -13.5 -15.  -16.5]
  [ 16.   18.   20.   22. ]]])")
PRINT_CASE("a comparison", printed(m > 5),
R"([[False False False False]
 [False False  True  True]
 [ True  True  True  True]])")
PRINT_CASE("an element", printed(m[1, 2] + sum(m * 0)),
R"(6)")
PRINT_CASE("a row", printed(m[1]),
R"([4 5 6 7])")
PRINT_CASE("a column", printed(m[_, 1]),
R"([1 5 9])")
PRINT_CASE("a reversed view", printed(m[rev(), range(_, _, 2)]),
R"([[ 8 10]
 [ 4  6]
 [ 0  2]])")
PRINT_CASE("an empty view", printed(m[range(0, 0)]),
R"([])")
PRINT_CASE("a slice of an expression", printed((m * 2)[range(1, _)]),
R"([[ 8 10 12 14]
 [16 18 20 22]])")
PRINT_CASE("a transpose", printed(transpose(m)),
R"([[ 0  4  8]
 [ 1  5  9]
 [ 2  6 10]
 [ 3  7 11]])")
PRINT_CASE("a gather", printed(m[{2, 0}]),
R"([[ 8  9 10 11]
 [ 0  1  2  3]])")
PRINT_CASE("a mask", printed(m[m > 8]),
R"([ 9 10 11])")
PRINT_CASE("a reduction", printed(sum(m, _0)),
R"([12 15 18 21])")
PRINT_CASE("a mean", printed(mean(m, _1)),
R"([1.5 5.5 9.5])")
PRINT_CASE("rank 0 of a sum", printed(squeeze(sum(x, keepdims), _0)),
R"(1.0)")
PRINT_CASE("rank 0 of a test", printed(squeeze(any(x > 1, keepdims), _0)),
R"(True)")
PRINT_CASE("a reduction inside", printed(x - mean(x)),
R"([ 0.16666667 -1.83333333  1.66666667])")
PRINT_CASE("a product of matrices", printed(matmul(m, transpose(m))),
R"([[ 14  38  62]
 [ 38 126 214]
 [ 62 214 366]])")
PRINT_CASE("a broadcast scalar", printed(broadcast_to(x[range(0, 1)], 3, 1)),
R"([[0.5]
 [0.5]
 [0.5]])")
PRINT_CASE("a root", printed(sqrt(abs(x))),
R"([0.70710678 1.22474487 1.41421356])")
PRINT_CASE("an inner new axis", printed(x[_, newaxis]),
R"([[ 0.5]
 [-1.5]
 [ 2. ]])")
PRINT_CASE("a large expression", printed(arange(3000) * 2),
R"([   0    2    4 ... 5994 5996 5998])")
PRINT_CASE("named extents", printed(named(0.25)),
R"([[0.25 0.25 0.25]
 [0.25 0.25 0.25]])")
PRINT_CASE("an expression of named extents", printed(named(0.25) + 1.0),
R"([[1.25 1.25 1.25]
 [1.25 1.25 1.25]])")
PRINT_CASE("repr", with_type(m),
R"(tensor<int, 3, 4>([[ 0,  1,  2,  3],
                   [ 4,  5,  6,  7],
                   [ 8,  9, 10, 11]], shape=(3, 4)))")
PRINT_CASE("repr of doubles", with_type(x),
R"(tensor<double, 3>([ 0.5, -1.5,  2. ], shape=(3,)))")
PRINT_CASE("repr of rank 0", with_type(tensor<double>(2.5)),
R"(tensor<double>(2.5, shape=()))")
PRINT_CASE("repr of a bool of rank 0", with_type(tensor<bool>(true)),
R"(tensor<bool>(True, shape=()))")
PRINT_CASE("repr of rank 0 heeds the options", with_type(tensor<double>(1.0 / 3), {.precision = 3}),
R"(tensor<double>(0.333, shape=()))")
PRINT_CASE("repr of nothing", with_type(dtensor<double, 2>(0, 3)),
R"(tensor<double, dyn, dyn>([], shape=(0, 3)))")
PRINT_CASE("repr of a view", with_type(m[_, 1]),
R"(view<int, 3>([1, 5, 9], shape=(3,)))")
PRINT_CASE("repr of a view at run time", with_type(m[range(one, 2)]),
R"(view<int, dyn, 4>([[4, 5, 6, 7]], shape=(1, 4)))")
PRINT_CASE("repr of an expression", with_type(x * 2),
R"(expression<double, 3>([ 1., -3.,  4.], shape=(3,)))")
PRINT_CASE("repr of names", with_type(named(0.25)),
R"(tensor<double, batch, 3>([[0.25, 0.25, 0.25],
                          [0.25, 0.25, 0.25]], shape=(batch=2, 3)))")
PRINT_CASE("a long repr", with_type(steps<int>({30}, 0, 1)),
R"(tensor<int, dyn>([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13,
                  14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
                  28, 29], shape=(30,)))")
PRINT_CASE("a summarised repr", with_type(steps<int>({2, 1000}, 0, 1)),
R"(tensor<int, dyn, dyn>([[   0,    1,    2, ...,  997,  998,  999],
                       [1000, 1001, 1002, ..., 1997, 1998, 1999]],
                      shape=(2, 1000)))")
PRINT_CASE("a repr of three axes", with_type(steps<int>({2, 2, 2}, 0, 1)),
R"(tensor<int, dyn, dyn, dyn>([[[0, 1],
                             [2, 3]],

                            [[4, 5],
                             [6, 7]]], shape=(2, 2, 2)))")
PRINT_CASE("the shape on its own line", with_type(steps<int>({19}, 0, 1)),
R"(tensor<int, dyn>([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13,
                  14, 15, 16, 17, 18], shape=(19,)))")
PRINT_CASE("repr in lines of 40", with_type(steps<int>({4}, 0, 1), {.linewidth = 40}),
R"(tensor<int, dyn>([0, 1, 2, 3],
                 shape=(4,)))")
PRINT_CASE("repr in lines of 41", with_type(steps<int>({4}, 0, 1), {.linewidth = 41}),
R"(tensor<int, dyn>([0, 1, 2, 3],
                 shape=(4,)))")
PRINT_CASE("repr in lines of 42", with_type(steps<int>({4}, 0, 1), {.linewidth = 42}),
R"(tensor<int, dyn>([0, 1, 2, 3], shape=(4,)))")
PRINT_CASE("repr in lines of 43", with_type(steps<int>({4}, 0, 1), {.linewidth = 43}),
R"(tensor<int, dyn>([0, 1, 2, 3], shape=(4,)))")
PRINT_CASE("repr in lines of 44", with_type(steps<int>({4}, 0, 1), {.linewidth = 44}),
R"(tensor<int, dyn>([0, 1, 2, 3], shape=(4,)))")
